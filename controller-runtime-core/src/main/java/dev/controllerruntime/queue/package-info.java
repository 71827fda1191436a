/**
 * One structure for de-duplication, priority, delay, back-off and per-key exclusion: {@link
 * dev.controllerruntime.queue.WorkQueue}. Fed by event (and by sources from outside the cluster),
 * drained by the workers of controller, the next stage.
 *
 * <p>Threading: everything is thread-safe; adding never blocks, taking waits. Ordering: by rank
 * (ready time − priority × step), so first in, first out within a priority; a key is never handed
 * out twice at once.
 *
 * <p>Not there yet: tokens with which a change event may end a key's back-off early (until then a
 * back-off always stands), and fairness between flows. Both are decisions about an entry's {@code
 * notBefore} and rank, so they change nothing for callers.
 */
@NullMarked
package dev.controllerruntime.queue;

import org.jspecify.annotations.NullMarked;
