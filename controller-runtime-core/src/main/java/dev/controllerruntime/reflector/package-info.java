/** List and watch of one kind into ordered deltas. Next stage: store. */
@NullMarked
package dev.controllerruntime.reflector;

import org.jspecify.annotations.NullMarked;
