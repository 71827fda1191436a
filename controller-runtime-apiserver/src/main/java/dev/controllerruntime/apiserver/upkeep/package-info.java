/**
 * What the control plane does on its own: garbage collection, emptying of namespaces and of deleted
 * custom resource definitions, and the timers that all deferred work hangs on.
 *
 * <p>Threading: called under the engine's lock, and only from {@code ApiServer.wakeUp} or as a
 * listener of storage. Ordering: work is done in the order in which it was found; timers fire by
 * time, then by age. Next stage: {@code storage}, by the same writes that clients use.
 */
@NullMarked
package dev.controllerruntime.apiserver.upkeep;

import org.jspecify.annotations.NullMarked;
