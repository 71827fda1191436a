package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Stable;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Reader;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * What one run is given. Valid until the run returns; at its timeout the client refuses further
 * writes. An interface, so that tests can stub it.
 *
 * @since 0.1.0
 */
@Stable
public interface Context {
  /** Live reads, and all writes. */
  Client client();

  /** Reads from memory; never older than this process's own writes. */
  Reader cache();

  /**
   * The children of the primary object.
   *
   * @throws IllegalStateException in a controller without a primary kind
   */
  Children children();

  /** The children of another object. */
  Children childrenOf(Kind<?> owner, ObjectKey key);

  /** Whether the server has the kind now; for kinds wired {@code …IfPresent}. */
  boolean present(Kind<?> kind);

  /** Why this run happens: a bounded number, oldest first. Informative, never a basis for logic. */
  List<Cause> causes();

  /** The clock to use. */
  InstantSource clock();

  /** When this run is interrupted. */
  Instant deadline();

  /** Whether the run should end: timeout, shutdown or lost leadership. */
  boolean cancelled();

  /** Records Kubernetes Events. */
  Events events();

  /**
   * A logger of the controller; its lines carry controller, kind, namespace, name, reconcile id.
   */
  org.slf4j.Logger log();
}
