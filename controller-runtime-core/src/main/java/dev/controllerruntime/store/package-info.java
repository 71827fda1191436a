/**
 * What is known of one kind: one writer, many readers; snapshots, indexes, overlay of own writes.
 *
 * <p>Role in the flow: takes the deltas of reflector and the answers to this process's own writes;
 * gives immutable snapshots to the readers in cache, and the changes of the base to its handlers.
 *
 * <p>Two layers. The <em>base</em> changes only by list and watch, in their order; changes that are
 * told come from it alone. The <em>overlay</em> holds what this process wrote and the watch has not
 * delivered yet; reads alone see it. Both are merged when one of them changes, so that a read is a
 * look-up in one immutable snapshot, without a lock and without merging.
 *
 * <p>Cost: the maps are balanced search trees whose changed path is copied ({@code Tree}). A change
 * costs O(log n) time and allocation for the base and for each index value of the object; while the
 * overlay is empty the merged map <em>is</em> the base. A relist is O(n), a get O(log n), a list
 * O(size of the answer + log n) for everything, a namespace or an index value.
 *
 * <p>Threading: the base has one writer, the watch loop; overlay entries come from any thread.
 * Writers take a short lock that spans no wait; readers take none.
 *
 * <p>Ordering: snapshots are published in the order of the changes, before a change is told.
 *
 * <p>Not here yet: reads that wait where an answer is no entry (scale, other served versions, field
 * selectors beyond metadata), floors, unknown outcomes, expiry by age.
 *
 * <p>Next stage: cache.
 */
@NullMarked
package dev.controllerruntime.store;

import org.jspecify.annotations.NullMarked;
