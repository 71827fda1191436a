/**
 * What is known of one kind: one writer, many readers; snapshots, indexes, overlay of own writes.
 * Next stage: cache.
 */
@NullMarked
package dev.controllerruntime.store;

import org.jspecify.annotations.NullMarked;
