/**
 * Deferred work by its time: ends and bookmarks of watches, reads that wait, upkeep.
 *
 * <p>Threading: called under the engine's lock. Ordering: timers fire by time, then by age. Next
 * stage: whoever set the timer.
 */
@NullMarked
package dev.controllerruntime.apiserver.timer;

import org.jspecify.annotations.NullMarked;
