package dev.controllerruntime.client.transport;

import dev.controllerruntime.concurrent.Concurrency;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.EventListener;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * HTTP over two clients derived from the ApiClient's own: one for requests, one for watches, so
 * that a slow watch takes no flow-control window from a write.
 */
final class HttpTransport implements Transport {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration PING = Duration.ofSeconds(15);
  private static final int UNLIMITED = 100_000;

  private final ApiClient api;
  private final Concurrency concurrency;
  private final Credentials credentials;
  private final String server;
  private final String[] authentications;
  private final Dispatcher dispatcher = new Dispatcher();
  private final OkHttpClient requests;
  private final OkHttpClient watches;
  private final Set<HttpExchange> running = new LinkedHashSet<>();
  private volatile boolean closed;

  HttpTransport(ApiClient api, Concurrency concurrency) {
    this.api = api;
    this.concurrency = concurrency;
    String base = api.getBasePath();
    this.server = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    if (HttpUrl.parse(server) == null) {
      throw new ConfigurationException("the address of the API server is no URL: " + server);
    }
    this.authentications = new TreeMap<>(api.getAuthentications()).keySet().toArray(String[]::new);
    // OkHttp's own limit of 5 calls per host would queue requests behind one another.
    dispatcher.setMaxRequests(UNLIMITED);
    dispatcher.setMaxRequestsPerHost(UNLIMITED);
    OkHttpClient original = api.getHttpClient();
    this.credentials = new Credentials(original.interceptors(), concurrency);
    this.requests = derive(original, builder -> {});
    this.watches = derive(original, builder -> builder.addInterceptor(HttpTransport::silence));
  }

  private OkHttpClient derive(OkHttpClient base, Consumer<OkHttpClient.Builder> more) {
    OkHttpClient.Builder builder =
        base.newBuilder()
            .dispatcher(dispatcher)
            .connectionPool(new ConnectionPool())
            // Off: OkHttp would send a POST again on its own.
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .followSslRedirects(false)
            .connectTimeout(CONNECT)
            .readTimeout(Duration.ZERO)
            .writeTimeout(Duration.ZERO)
            .callTimeout(Duration.ZERO)
            .pingInterval(PING)
            .eventListenerFactory(
                call -> {
                  HttpExchange exchange = call.request().tag(HttpExchange.class);
                  return exchange == null ? EventListener.NONE : exchange.listener();
                });
    builder.interceptors().add(0, HttpTransport::contained);
    more.accept(builder);
    return builder.addNetworkInterceptor(HttpTransport::beforeBytes).build();
  }

  /** What a credential plug-in throws would else reach nobody but the thread's handler. */
  private static Response contained(Interceptor.Chain chain) throws IOException {
    try {
      return chain.proceed(chain.request());
    } catch (RuntimeException e) {
      throw new IOException("credentials could not be obtained: " + FailureText.of(e), e);
    }
  }

  private static Response silence(Interceptor.Chain chain) throws IOException {
    HttpExchange exchange = chain.request().tag(HttpExchange.class);
    Duration idle = exchange == null ? null : exchange.call().idle();
    return idle == null
        ? chain.proceed(chain.request())
        : chain
            .withReadTimeout(Math.toIntExact(idle.toMillis()), TimeUnit.MILLISECONDS)
            .proceed(chain.request());
  }

  private static Response beforeBytes(Interceptor.Chain chain) throws IOException {
    HttpExchange exchange = chain.request().tag(HttpExchange.class);
    if (exchange != null) {
      exchange.beforeBytes();
    }
    return chain.proceed(chain.request());
  }

  @Override
  public Answer send(Call call) throws TransportException, InterruptedException {
    if (concurrency.interrupted()) {
      throw new InterruptedException("interrupted before sending " + call);
    }
    long began = concurrency.nanoTime();
    HttpAnswer answer = once(call);
    if (answer.status() == 401 && credentials.renew(began)) {
      answer.close();
      return once(call);
    }
    return answer;
  }

  private HttpAnswer once(Call call) throws TransportException, InterruptedException {
    HttpExchange exchange = new HttpExchange(call, this, concurrency);
    Request request = request(call, exchange);
    OkHttpClient client = call.watch() ? watches : requests;
    synchronized (running) {
      if (closed) {
        throw new TransportException(
            FailureText.line(call, server, "the client is closed"), false, null);
      }
      running.add(exchange);
    }
    return exchange.run(client.newCall(request));
  }

  private Request request(Call call, HttpExchange exchange) throws TransportException {
    HttpUrl.Builder url = HttpUrl.get(server + call.path()).newBuilder();
    List<Pair> query = new ArrayList<>();
    call.query().forEach((name, value) -> query.add(new Pair(name, value)));
    Map<String, String> headers = new LinkedHashMap<>(call.headers());
    Map<String, String> cookies = new LinkedHashMap<>();
    try {
      api.updateParamsForAuth(
          authentications, query, headers, cookies, "", call.method(), url.build().uri());
    } catch (ApiException e) {
      throw new TransportException(
          FailureText.line(call, server, "credentials could not be applied: " + e.getMessage()),
          false,
          e);
    }
    query.forEach(pair -> url.addQueryParameter(pair.getName(), pair.getValue()));
    Request.Builder request = new Request.Builder().url(url.build());
    api.processHeaderParams(headers, request);
    api.processCookieParams(cookies, request);
    return request.method(call.method(), body(call)).tag(HttpExchange.class, exchange).build();
  }

  private static @Nullable RequestBody body(Call call) {
    byte[] bytes = call.body();
    if (bytes == null) {
      boolean needed = !call.method().equals("GET") && !call.method().equals("DELETE");
      return needed ? new OneShotBody(new byte[0]) : null;
    }
    return new OneShotBody(bytes);
  }

  @Override
  public boolean closed() {
    return closed;
  }

  void ended(HttpExchange exchange) {
    synchronized (running) {
      running.remove(exchange);
    }
  }

  @Override
  public String server() {
    return server;
  }

  @Override
  public void close() {
    List<HttpExchange> left;
    synchronized (running) {
      if (closed) {
        return;
      }
      closed = true;
      left = List.copyOf(running);
    }
    left.forEach(HttpExchange::cancel);
    dispatcher.executorService().shutdown();
    requests.connectionPool().evictAll();
    watches.connectionPool().evictAll();
  }

  /** Bytes that OkHttp must not send a second time, whatever the server answers. */
  private static final class OneShotBody extends RequestBody {
    private final byte[] bytes;

    OneShotBody(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public @Nullable MediaType contentType() {
      return null; // the header of the call says it
    }

    @Override
    public long contentLength() {
      return bytes.length;
    }

    @Override
    public boolean isOneShot() {
      return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      sink.write(bytes);
    }
  }
}
