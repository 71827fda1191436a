package dev.controllerruntime.testkit.controlplane;

import dev.controllerruntime.api.Preview;
import dev.controllerruntime.concurrent.Concurrency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real control plane: {@code etcd}, {@code kube-apiserver} and {@code kube-controller-manager}
 * with only its garbage-collector and namespace controllers, so that nothing but the code under
 * test acts. RBAC is on; the administrator is in {@code system:masters}. A start takes 5 to 10
 * seconds.
 *
 * @since 0.1.0
 */
@Preview
public final class ControlPlane implements AutoCloseable {
  /** The environment variable that names the folder with the binaries. */
  public static final String ASSETS = "KUBEBUILDER_ASSETS";

  private static final String ADMIN = "admin";
  private static final Duration READY_WITHIN = Duration.ofSeconds(90);

  private final Path assets;
  private final Path data;
  private final Concurrency concurrency;
  private final Map<String, List<String>> users;
  private final boolean watchList;
  private final Deque<ManagedProcess> running = new ArrayDeque<>();
  private final int etcdPort;
  private final int serverPort;

  private ControlPlane(Builder options, Path assets, Path data) throws IOException {
    this.assets = assets;
    this.data = data;
    this.concurrency = options.concurrency;
    this.users = new LinkedHashMap<>(options.users);
    this.watchList = options.watchList;
    this.etcdPort = freePort();
    this.serverPort = freePort();
  }

  /** Options with their defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The address of the API server. */
  public String url() {
    return "https://127.0.0.1:" + serverPort;
  }

  /** The text of the administrator's kubeconfig. */
  public String kubeconfig() {
    return kubeconfig(ADMIN);
  }

  /**
   * The text of the kubeconfig of a user.
   *
   * @throws IllegalArgumentException when the user was not given to the builder
   */
  public String kubeconfig(String user) {
    if (!users.containsKey(user)) {
      throw new IllegalArgumentException(
          "no user " + user + " in this control plane; it knows " + users.keySet());
    }
    return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: control-plane
          cluster:
            server: %s
            certificate-authority-data: %s
        users:
        - name: %s
          user:
            token: %s
        contexts:
        - name: control-plane
          context:
            cluster: control-plane
            user: %s
            namespace: default
        current-context: control-plane
        """
        .formatted(url(), authority(), user, token(user), user);
  }

  private String authority() {
    try {
      return Base64.getEncoder().encodeToString(Files.readAllBytes(certificate()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the API server's certificate", e);
    }
  }

  private Path certificate() {
    return data.resolve("apiserver/apiserver.crt");
  }

  private static String token(String user) {
    return user + "-token";
  }

  private void start() throws IOException, InterruptedException {
    Path tokens = data.resolve("tokens.csv");
    List<String> lines = new ArrayList<>();
    users.forEach(
        (name, groups) ->
            lines.add(
                token(name) + "," + name + "," + name + ",\"" + String.join(",", groups) + "\""));
    Files.write(tokens, lines);
    KeyPair keys = serviceAccountKeys();
    Path signing = data.resolve("service-account.key");
    Files.writeString(signing, pem("PRIVATE KEY", keys.getPrivate()));
    Path verifying = data.resolve("service-account.pub");
    Files.writeString(verifying, pem("PUBLIC KEY", keys.getPublic()));
    startEtcd();
    startServer(tokens, signing, verifying);
    startControllers();
  }

  private void startEtcd() throws IOException, InterruptedException {
    String client = "http://127.0.0.1:" + etcdPort;
    String peer = "http://127.0.0.1:" + freePort();
    ManagedProcess etcd =
        launch(
            "etcd",
            "--data-dir=" + data.resolve("etcd"),
            "--listen-client-urls=" + client,
            "--advertise-client-urls=" + client,
            "--listen-peer-urls=" + peer,
            "--initial-advertise-peer-urls=" + peer,
            "--initial-cluster=default=" + peer,
            "--unsafe-no-fsync",
            "--log-level=warn");
    etcd.awaitReady(new Probe(client + "/health", null), READY_WITHIN);
  }

  private void startServer(Path tokens, Path signing, Path verifying)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                "--bind-address=127.0.0.1",
                "--secure-port=" + serverPort,
                "--cert-dir=" + data.resolve("apiserver"),
                "--service-cluster-ip-range=10.0.0.0/24",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + verifying,
                "--service-account-signing-key-file=" + signing,
                "--token-auth-file=" + tokens,
                "--authorization-mode=RBAC",
                "--allow-privileged=true",
                // Pods could not be created otherwise: no controller makes service accounts here.
                "--disable-admission-plugins=ServiceAccount",
                "--profiling=false"));
    if (!watchList) {
      arguments.add("--feature-gates=WatchList=false");
    }
    ManagedProcess server = launch("kube-apiserver", arguments.toArray(String[]::new));
    server.awaitReady(new Probe(url() + "/readyz", certificate()), READY_WITHIN);
  }

  private void startControllers() throws IOException, InterruptedException {
    Path kubeconfig = data.resolve("controllers.kubeconfig");
    Files.writeString(kubeconfig, kubeconfig());
    int port = freePort();
    Path certificates = data.resolve("controllers");
    ManagedProcess controllers =
        launch(
            "kube-controller-manager",
            "--kubeconfig=" + kubeconfig,
            "--authentication-kubeconfig=" + kubeconfig,
            "--authorization-kubeconfig=" + kubeconfig,
            "--controllers=garbage-collector-controller,namespace-controller",
            "--leader-elect=false",
            "--kube-api-qps=1000",
            "--kube-api-burst=2000",
            "--concurrent-namespace-syncs=20",
            "--bind-address=127.0.0.1",
            "--secure-port=" + port,
            "--cert-dir=" + certificates);
    controllers.awaitReady(
        new Probe(
            "https://127.0.0.1:" + port + "/healthz",
            certificates.resolve("kube-controller-manager.crt")),
        READY_WITHIN);
  }

  private ManagedProcess launch(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(assets.resolve(program).toString());
    command.addAll(List.of(arguments));
    ManagedProcess process =
        ManagedProcess.launch(program, command, data.resolve(program + ".log"), concurrency);
    running.push(process);
    return process;
  }

  /** Ends the processes, last started first, and removes their data. */
  @Override
  public void close() {
    while (!running.isEmpty()) {
      running.pop().close();
    }
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the control plane's data in " + data, e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static KeyPair serviceAccountKeys() {
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
      keys.initialize(new ECGenParameterSpec("secp256r1"));
      return keys.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot make the service-account key", e);
    }
  }

  private static String pem(String type, Key key) {
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(
            type,
            Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded()),
            type);
  }

  /**
   * Options of a {@link ControlPlane}. Not thread-safe.
   *
   * @since 0.1.0
   */
  public static final class Builder {
    private final Map<String, List<String>> users = new LinkedHashMap<>();
    private Concurrency concurrency = Concurrency.system();
    private boolean watchList = true;
    private @Nullable Path assets;

    private Builder() {
      users.put(ADMIN, List.of("system:masters"));
    }

    /**
     * The folder with the binaries; default: what the environment variable {@code
     * KUBEBUILDER_ASSETS} names.
     */
    public Builder assets(Path folder) {
      this.assets = Objects.requireNonNull(folder, "folder");
      return this;
    }

    /** A further user, with rights only by RBAC. */
    public Builder user(String name, String... groups) {
      users.put(name, List.of(groups));
      return this;
    }

    /** Whether the server has the WatchList feature, default true. */
    public Builder watchList(boolean on) {
      this.watchList = on;
      return this;
    }

    private Path assets() throws IOException {
      Path folder = assets;
      if (folder == null) {
        String named = System.getenv(ASSETS);
        if (named == null || named.isBlank()) {
          throw new IOException(
              "no control plane: set "
                  + ASSETS
                  + " to the folder with etcd, kube-apiserver and kube-controller-manager"
                  + " (bin/control-plane builds them and prints it)");
        }
        folder = Path.of(named);
      }
      for (String program : List.of("etcd", "kube-apiserver", "kube-controller-manager")) {
        if (!Files.isExecutable(folder.resolve(program))) {
          throw new IOException("no control plane: " + folder + " has no executable " + program);
        }
      }
      return folder;
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @throws IOException when a binary is missing, or a process ends or is not ready within 90 s;
     *     the message shows the end of its log
     */
    public ControlPlane start() throws IOException, InterruptedException {
      Path programs = assets();
      ControlPlane plane =
          new ControlPlane(this, programs, Files.createTempDirectory("control-plane"));
      try {
        plane.start();
      } catch (IOException | InterruptedException | RuntimeException e) {
        plane.close();
        throw e;
      }
      return plane;
    }
  }
}
