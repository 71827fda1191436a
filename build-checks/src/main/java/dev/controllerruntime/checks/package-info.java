/**
 * Rules about the classes of the other modules, which each of them checks in a test of its own:
 * what may not be used where a run must be repeatable from a seed, and what every package and
 * public type says about itself.
 *
 * <p>Stateless; safe on any thread.
 */
@NullMarked
package dev.controllerruntime.checks;

import org.jspecify.annotations.NullMarked;
