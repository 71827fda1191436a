/**
 * The only place that touches clocks, threads, waiting and randomness. In production a thin shell
 * over the JDK; in simulation (in the testkit) one thread runs at a time and each wait hands the
 * baton to a scheduler that advances virtual time.
 *
 * <p>Besides the seam itself ({@link dev.controllerruntime.concurrent.Concurrency}, {@link
 * dev.controllerruntime.concurrent.Monitor}, {@link dev.controllerruntime.concurrent.Task}) it
 * holds what is built on it and needed by several packages: {@link
 * dev.controllerruntime.concurrent.Promise} for a future, {@link
 * dev.controllerruntime.concurrent.Pipe} for in-memory streams, {@link
 * dev.controllerruntime.concurrent.Timers} for timed actions.
 *
 * <p>Threading: everything here is thread-safe. Ordering: none beyond what each class states. Used
 * by every stage of the flow; uses none.
 */
@NullMarked
package dev.controllerruntime.concurrent;

import org.jspecify.annotations.NullMarked;
