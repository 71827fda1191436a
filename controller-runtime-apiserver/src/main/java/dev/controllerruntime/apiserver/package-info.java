/**
 * The public entry of the API server: one engine, driven from outside.
 *
 * <p>Role in the flow: {@link dev.controllerruntime.apiserver.ApiServer} receives requests from a
 * front (HTTP, or the testkit's in-process front) and pushes answers and watch frames back into the
 * request's {@link dev.controllerruntime.apiserver.Exchange}.
 *
 * <p>Threading: the engine has no clock, thread, wait or randomness of its own; each call brings
 * them. It is thread-safe: one lock, never held across anything that waits. Ordering: what one
 * exchange receives is in the order of the history. Next stages: {@code protocol} (what a request
 * means), {@code verb} (what it does), {@code storage} (objects and history), {@code watch} (who is
 * told).
 *
 * <p>Only this package is public API; the sub-packages are internal and may change at any time.
 */
@NullMarked
package dev.controllerruntime.apiserver;

import org.jspecify.annotations.NullMarked;
