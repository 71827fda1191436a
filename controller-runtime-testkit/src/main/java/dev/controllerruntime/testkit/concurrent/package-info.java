/**
 * The simulation: an implementation of {@link dev.controllerruntime.concurrent.Concurrency} under
 * which a whole runtime is repeated from a seed, in virtual time.
 *
 * <p>Role in the flow: stands where production has the JDK's threads and clocks. Threading: one
 * thread runs at a time; it hands a baton to the next at each scheduling point. Ordering: decided
 * by the seed alone, the same on every JDK.
 *
 * <p>Not there yet: crashes at a chosen point, faults, and shrinking of a failing run. Next stage:
 * none.
 */
@NullMarked
package dev.controllerruntime.testkit.concurrent;

import org.jspecify.annotations.NullMarked;
