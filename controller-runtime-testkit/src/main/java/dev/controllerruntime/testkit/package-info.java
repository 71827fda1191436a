/**
 * Tests of controllers: a {@link dev.controllerruntime.testkit.TestCluster} per test, the same on
 * every {@link dev.controllerruntime.testkit.Ground}; fake client and context for plain unit tests;
 * assertions.
 *
 * <p>Role in the flow: stands in for the API server and watches over the manager from outside.
 * Waiting goes from here to the manager's {@link dev.controllerruntime.manager.Quiescence} and to
 * fresh lists of what its caches hold.
 *
 * <p>Threading: a cluster and its runs belong to the thread of the test. In the JVM that thread is
 * the main thread of a simulation, so that one test is one repeatable run.
 */
@NullMarked
package dev.controllerruntime.testkit;

import org.jspecify.annotations.NullMarked;
