/**
 * List and watch of one kind into ordered deltas.
 *
 * <p>Role in the flow: between the transport's bytes and the store. The reflector lists in pages,
 * watches from the version of the list, resumes after any disconnect from the last version it saw,
 * and lists again only when the server says that version is gone.
 *
 * <p>Threading: a reflector is driven by one thread, in production a platform thread of its own;
 * its state may be read by any thread. The {@link dev.controllerruntime.reflector.DeltaSink} is
 * called by that one thread only.
 *
 * <p>Ordering: deltas come in the order of the server; between {@code begin} and {@code commit} of
 * a list nothing else comes.
 *
 * <p>Next stage: store, by way of cache.
 */
@NullMarked
package dev.controllerruntime.reflector;

import org.jspecify.annotations.NullMarked;
