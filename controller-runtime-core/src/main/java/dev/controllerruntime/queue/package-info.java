/**
 * One structure for de-duplication, priority, delay, back-off, fairness and per-key exclusion. Fed
 * by event, drained by the workers of controller.
 */
@NullMarked
package dev.controllerruntime.queue;

import org.jspecify.annotations.NullMarked;
