/**
 * One shared reflector and store per kind, scope and selector, reference counted; the cached {@link
 * dev.controllerruntime.client.Reader}; fan-out of changes.
 *
 * <p>Role in the flow: takes the deltas of reflector, keeps them in store, tells each base change
 * to the {@link dev.controllerruntime.cache.ChangeHandler}s, and answers reads from memory. As a
 * {@link dev.controllerruntime.client.WriteListener} it lays own writes over the base, so that a
 * read never shows an object older than this process's last write to it.
 *
 * <p>Threading: one watch loop (a platform thread) per informer; it is the only writer of its store
 * and runs all handlers, one after the other. Reads take no lock: they read one immutable snapshot.
 * Everything public here is thread-safe unless it says otherwise.
 *
 * <p>Ordering: a handler sees the changes of one informer in the order of the watch, unmerged; the
 * store already holds a change when the handler hears of it. There is no order between informers.
 *
 * <p>Next stage: event.
 */
@NullMarked
package dev.controllerruntime.cache;

import org.jspecify.annotations.NullMarked;
