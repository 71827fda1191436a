package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Preview;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A cluster of one test, empty at its begin: a parameter of the methods of a {@link ControllerTest}
 * class. Belongs to the thread of the test; what it runs is stopped after the test.
 *
 * <p>An interface of the testkit's own: methods may be added.
 *
 * @since 0.1.0
 */
@Preview
public interface TestCluster {
  /** Where it lives. */
  Ground ground();

  /** Live reads and writes as an administrator. */
  Client client();

  /**
   * Applies the objects of a YAML file of one or more documents, in their order, by server-side
   * apply; a {@code status} too. Namespaces that are missing are created first; an object without a
   * namespace goes to {@code default}. Returns when custom resources it defines can be used.
   *
   * @param classPathResource a name relative to the test class, or absolute with a leading slash
   * @throws IllegalArgumentException when there is no such resource, it is no YAML, or an object is
   *     incomplete or refused by the server; one line with file and number of the document
   */
  void apply(String classPathResource);

  /**
   * Defines the custom resource of a class or record annotated {@link
   * dev.controllerruntime.api.Resource}: any fields, status as a subresource. Returns when it can
   * be used. Nothing happens when the server has it.
   */
  void define(Class<?> resource);

  /** Starts a manager with these controllers. */
  Run run(Controller<?>... controllers);

  /**
   * Starts a manager with options of its own, leader election for example. What connects it to this
   * cluster is set already. Several may run in one cluster.
   */
  Run run(Consumer<Manager.Builder> options, Controller<?>... controllers);

  /**
   * Tries again and again until the assertions hold: for what is done by others than the
   * controllers under test, such as the garbage collector of a real control plane. Lets time pass,
   * virtual or real.
   *
   * @param within how long at most
   * @throws AssertionError the last one, when the time is up
   */
  void eventually(Duration within, Runnable assertions);

  /**
   * The kubeconfig of an administrator, for {@code kubectl} and other programs.
   *
   * @throws IllegalStateException on ground {@link Ground#IN_JVM}, which has no address
   */
  Path kubeconfig();

  /**
   * Controllers that run. The waiting methods look at everything that runs in the cluster, since
   * one manager's writes are another's events.
   */
  interface Run extends AutoCloseable {
    /**
     * Waits until there is nothing to do: no ready key, no running reconcile, and every cache holds
     * what a fresh list shows, twice in a row. Never lets virtual time pass; keys that are due
     * later (back-off, {@code requeueAfter}) are left alone, so look at {@link #failures()} where a
     * reconcile may fail.
     *
     * @throws AssertionError when it does not become quiet (in the JVM: within a million steps;
     *     else within 30 s), or a handler changed an object it shares with others; says what is in
     *     the way
     */
    Run untilQuiet();

    /**
     * Lets virtual time pass, and what is due in it happen.
     *
     * @throws IllegalStateException where time is real: mark the test with {@link VirtualTime}
     */
    Run advance(Duration virtual);

    /**
     * Goes from timer to timer until it is quiet and no key is due in what is left of the time; on
     * real grounds in real time.
     *
     * @throws AssertionError when it is not quiet at the end
     */
    Run untilQuietWithin(Duration time);

    /** The reconciles that have failed so far, oldest first; also those that were retried. */
    List<ReconcileFailure> failures();

    /** The manager. */
    Manager manager();

    /** Stops it gracefully; a second call does nothing. */
    void stop();

    /**
     * Ends it as a crash of its process or network would: nothing it sends arrives from now on, and
     * a lease it holds is not released.
     */
    void crash();

    /** {@link #stop()}. */
    @Override
    void close();
  }
}
