/**
 * Running watches: who is told of which change, in which form.
 *
 * <p>Threading: called under the engine's lock. Ordering: each watch gets the events of its kind in
 * the order of the history, without gap. Next stage: the {@code Exchange} of the request.
 */
@NullMarked
package dev.controllerruntime.apiserver.watch;

import org.jspecify.annotations.NullMarked;
