/**
 * The only place that touches clocks, threads, waiting and randomness. In production a thin shell
 * over the JDK; in simulation (in the testkit) one thread runs at a time and each wait hands the
 * baton to a scheduler that advances virtual time.
 */
@NullMarked
package dev.controllerruntime.concurrent;

import org.jspecify.annotations.NullMarked;
