package dev.controllerruntime.apiserver.http;

import dev.controllerruntime.apiserver.ApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Serves an {@link ApiServer} over HTTP: HTTP/1.1 and HTTP/2 over TLS with a certificate of its own
 * making, or plain HTTP. Usable by any client in any language.
 *
 * <p>Thread-safe. {@link #close()} cuts running watches off.
 *
 * @since 0.1.0
 */
public final class HttpFront implements AutoCloseable {
  private static final Duration IDLE_CONNECTION = Duration.ofMinutes(3);
  private static final int MOST_THREADS = 64;

  private final Server server;
  private final ServerConnector connector;
  private final EngineHandler handler;
  private final EngineTimer timer;
  private final String host;
  private final @Nullable ServerCertificates certificates;

  private HttpFront(ApiServer engine, Builder options) {
    this.host = options.host;
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 4);
    threads.setName("apiserver");
    threads.setDaemon(true);
    server = new Server(threads);
    RandomGenerator random = new SecureRandom();
    timer = new EngineTimer(engine, options.clock, random);
    handler = new EngineHandler(engine, timer, options.clock, random);
    server.setHandler(handler);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(true);
    // The engine reads paths as they came: a name may hold an encoded slash.
    http.setUriCompliance(org.eclipse.jetty.http.UriCompliance.UNSAFE);
    if (options.tls) {
      certificates = ServerCertificates.create(host, options.clock.instant());
      connector = overTls(server, http, certificates);
    } else {
      certificates = null;
      connector =
          new ServerConnector(
              server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
    }
    connector.setHost(host);
    connector.setPort(options.port);
    connector.setIdleTimeout(IDLE_CONNECTION.toMillis());
    server.addConnector(connector);
  }

  private static ServerConnector overTls(
      Server server, HttpConfiguration http, ServerCertificates certificates) {
    String password = Long.toHexString(new SecureRandom().nextLong());
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStore(certificates.keyStore(password.toCharArray()));
    tls.setKeyStorePassword(password);
    tls.setSniRequired(false);
    HttpConfiguration https = new HttpConfiguration(http);
    https.addCustomizer(new SecureRequestCustomizer(false));
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol("http/1.1");
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(https);
    http2.setMaxConcurrentStreams(1_000);
    return new ServerConnector(
        server,
        new SslConnectionFactory(tls, alpn.getProtocol()),
        alpn,
        http2,
        new HttpConnectionFactory(https));
  }

  /** Options with their defaults. */
  public static Builder builder() {
    return new Builder();
  }

  private void start() throws IOException {
    try {
      server.start();
    } catch (IOException e) {
      // Jetty wraps what the system said into a text of its own.
      String why = String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
      throw new IOException("cannot listen on " + host + ":" + connector.getPort() + ": " + why, e);
    } catch (Exception e) {
      throw new IOException("cannot start the HTTP server: " + e.getMessage(), e);
    }
    timer.start();
    timer.recheck();
  }

  /** The port it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Its address, such as {@code https://127.0.0.1:6443}. */
  public String url() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return (certificates == null ? "http" : "https") + "://" + name + ":" + port();
  }

  /** The certificate of its authority in PEM; empty over plain HTTP. */
  public String authorityPem() {
    return certificates == null ? "" : certificates.authorityPem();
  }

  /** The text of a kubeconfig for the user of this bearer token. */
  public String kubeconfig(String token) {
    return Kubeconfig.text(url(), authorityPem(), token);
  }

  /**
   * Writes {@link #kubeconfig} whole or not at all, readable by the file's owner only.
   *
   * @throws IOException when the file cannot be written
   */
  public void writeKubeconfig(Path file, String token) throws IOException {
    Kubeconfig.write(file, kubeconfig(token));
  }

  /** Stops listening, cuts running answers off and ends the threads. */
  @Override
  public void close() {
    timer.close();
    handler.cutAll("the server stops");
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP server did not stop cleanly: " + e.getMessage(), e);
    }
  }

  /**
   * Options of an {@link HttpFront}. Not thread-safe.
   *
   * @since 0.1.0
   */
  public static final class Builder {
    private String host = "127.0.0.1";
    private int port;
    private boolean tls = true;
    private InstantSource clock = InstantSource.system();

    private Builder() {}

    /** Address to listen on, default 127.0.0.1. */
    public Builder host(String address) {
      this.host = Objects.requireNonNull(address, "address");
      return this;
    }

    /** Port, 0 to 65535; default 0: any free one. */
    public Builder port(int port) {
      this.port = port;
      return this;
    }

    /** Whether to speak TLS, default true. */
    public Builder tls(boolean on) {
      this.tls = on;
      return this;
    }

    /** The clock of the engine, default the system's. */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Starts to serve.
     *
     * @throws IllegalArgumentException when an option is out of range
     * @throws IOException when the port cannot be had
     */
    public HttpFront start(ApiServer engine) throws IOException {
      if (port < 0 || port > 65_535) {
        throw new IllegalArgumentException("port must be 0 to 65535, is " + port);
      }
      HttpFront front = new HttpFront(engine, this);
      try {
        front.start();
      } catch (IOException e) {
        front.close();
        throw e;
      }
      return front;
    }
  }
}
