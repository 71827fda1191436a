/** Names, tags and the binder to Micrometer. */
@NullMarked
package dev.controllerruntime.metrics;

import org.jspecify.annotations.NullMarked;
