package dev.controllerruntime.client.transport;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.credentials.AccessTokenAuthentication;
import io.kubernetes.client.util.credentials.Authentication;
import io.kubernetes.client.util.credentials.ClientCertificateAuthentication;
import io.kubernetes.client.util.credentials.KubeconfigAuthentication;
import io.kubernetes.client.util.credentials.RefreshAuthentication;
import io.kubernetes.client.util.credentials.TokenFileAuthentication;
import io.kubernetes.client.util.credentials.UsernamePasswordAuthentication;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * One kubeconfig file. client-java reads it and makes the credentials; this class finds what is
 * wrong with it first, because there a mistake is a ClassCastException or a client without
 * credentials.
 */
final class KubeconfigFile {
  static final String DEFAULT_NAMESPACE = "default";
  private static final String USER_AGENT = "controller-runtime-java";

  /** How long tokens of plug-ins, providers and files are used before they are obtained anew. */
  private static final Duration TOKEN_PERIOD = Duration.ofMinutes(1);

  private final Path file;

  KubeconfigFile(Path file) {
    this.file = file.toAbsolutePath();
  }

  Connection connect(String wantedContext) {
    KubeConfig config = read();
    String context = context(config, wantedContext);
    Map<?, ?> inContext = part(find(config.getContexts(), context), "context");
    Map<?, ?> cluster = named(config.getClusters(), "cluster", text(inContext, "cluster"), context);
    Map<?, ?> user = named(config.getUsers(), "user", text(inContext, "user"), context);
    checkServer(cluster, text(inContext, "cluster"));
    checkFile(cluster, "certificate-authority");
    for (String key : List.of("client-certificate", "client-key", "tokenFile")) {
      checkFile(user, key);
    }
    try {
      ApiClient client = builder(config, user).build();
      String namespace = text(inContext, "namespace");
      return new Connection(
          named(client), namespace.isEmpty() ? DEFAULT_NAMESPACE : namespace, file.toString());
    } catch (ConfigurationException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw wrong(
          "the cluster or user of context " + context + " cannot be used: " + FailureText.of(e), e);
    }
  }

  static ApiClient named(ApiClient client) {
    return client.setUserAgent(USER_AGENT);
  }

  private KubeConfig read() {
    String content;
    try {
      content = Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new ConfigurationException(
          "the kubeconfig " + file + " does not exist; name another file", e);
    } catch (IOException e) {
      throw new ConfigurationException(
          "the kubeconfig " + file + " cannot be read: " + FailureText.of(e), e);
    }
    if (content.isBlank()) {
      throw wrong("it is empty", null);
    }
    try (Reader reader = new StringReader(content)) {
      KubeConfig config = KubeConfig.loadKubeConfig(reader);
      config.setFile(file.toFile());
      return config;
    } catch (IOException | RuntimeException e) {
      throw wrong("it is no kubeconfig in YAML: " + FailureText.of(e), e);
    }
  }

  private String context(KubeConfig config, String wanted) {
    String context = wanted.isEmpty() ? config.getCurrentContext() : wanted;
    if (context == null || context.isEmpty()) {
      throw wrong("it has no current-context; set one of: " + names(config.getContexts()), null);
    }
    if (find(config.getContexts(), context).isEmpty()) {
      throw wrong(
          "it has no context " + context + "; choose one of: " + names(config.getContexts()), null);
    }
    config.setContext(context);
    return context;
  }

  private Map<?, ?> named(@Nullable List<?> list, String what, String name, String context) {
    if (name.isEmpty()) {
      throw wrong("its context " + context + " names no " + what, null);
    }
    Map<?, ?> entry = find(list, name);
    if (entry.isEmpty()) {
      throw wrong(
          "its context "
              + context
              + " names the "
              + what
              + " "
              + name
              + ", which is not there; choose one of: "
              + names(list),
          null);
    }
    return part(entry, what);
  }

  private void checkServer(Map<?, ?> cluster, String name) {
    String server = text(cluster, "server");
    if (server.isEmpty()) {
      throw wrong("its cluster " + name + " has no server", null);
    }
    if (HttpUrl.parse(server.contains("://") ? server : "https://" + server) == null) {
      throw wrong("the server of its cluster " + name + " is no URL: " + server, null);
    }
  }

  private void checkFile(Map<?, ?> part, String key) {
    String path = text(part, key);
    boolean replaced = part.containsKey(key + "-data");
    if (!path.isEmpty() && !replaced && !Files.isReadable(file.resolveSibling(path))) {
      throw wrong(
          "its " + key + " " + file.resolveSibling(path) + " does not exist or cannot be read",
          null);
    }
  }

  private ClientBuilder builder(KubeConfig config, Map<?, ?> user) throws IOException {
    String tokenFile = tokenFile(user);
    ClientBuilder builder = ClientBuilder.kubeconfig(config, period(user));
    boolean noOther =
        builder.getAuthentication() instanceof KubeconfigAuthentication made
            && !(made.getDelegateAuthentication() instanceof ClientCertificateAuthentication);
    if (!tokenFile.isEmpty() && noOther) {
      // client-java keeps the line break at the end of the file, which no header may have.
      return builder.setAuthentication(new TokenFileAuthentication(tokenFile, TOKEN_PERIOD));
    }
    checkPlugin(builder.getAuthentication(), user);
    return builder;
  }

  /** Beside the kubeconfig, as kubectl has it; client-java looks in the working directory. */
  @SuppressWarnings("unchecked") // the parser made it a map of texts
  private String tokenFile(Map<?, ?> user) {
    String said = text(user, "tokenFile");
    if (said.isEmpty()) {
      return "";
    }
    String resolved = file.resolveSibling(said).toString();
    ((Map<String, Object>) user).put("tokenFile", resolved);
    return resolved;
  }

  /** client-java goes on without credentials when a plug-in fails. */
  private void checkPlugin(Authentication authentication, Map<?, ?> user) {
    boolean none =
        authentication instanceof KubeconfigAuthentication made
            && !(made.getDelegateAuthentication() instanceof ClientCertificateAuthentication)
            && !(made.getDelegateAuthentication() instanceof UsernamePasswordAuthentication)
            && !(made.getDelegateAuthentication() instanceof AccessTokenAuthentication)
            && !(made.getDelegateAuthentication() instanceof RefreshAuthentication);
    for (String key : List.of("exec", "auth-provider")) {
      if (none && user.get(key) instanceof Map<?, ?> plugin) {
        String command = text(plugin, "command");
        throw wrong(
            "its credential plug-in "
                + (command.isEmpty() ? text(plugin, "name") : command)
                + " gave no credentials; run it by hand to see why",
            null);
      }
    }
  }

  private static @Nullable Duration period(Map<?, ?> user) {
    boolean changing =
        user.containsKey("exec")
            || user.containsKey("auth-provider")
            || user.containsKey("tokenFile");
    return changing ? TOKEN_PERIOD : null;
  }

  private ConfigurationException wrong(String why, @Nullable Throwable cause) {
    return new ConfigurationException("the kubeconfig " + file + " is wrong: " + why, cause);
  }

  private static Map<?, ?> find(@Nullable List<?> list, String name) {
    for (Object each : list == null ? List.of() : list) {
      if (each instanceof Map<?, ?> entry && name.equals(entry.get("name"))) {
        return entry;
      }
    }
    return Map.of();
  }

  private static String names(@Nullable List<?> list) {
    List<String> names = new ArrayList<>();
    for (Object each : list == null ? List.of() : list) {
      if (each instanceof Map<?, ?> entry) {
        names.add(String.valueOf(entry.get("name")));
      }
    }
    return names.isEmpty() ? "(there are none)" : String.join(", ", names);
  }

  private static Map<?, ?> part(Map<?, ?> entry, String key) {
    return entry.get(key) instanceof Map<?, ?> map ? map : Map.of();
  }

  private static String text(Map<?, ?> map, String key) {
    return map.get(key) instanceof String text ? text : "";
  }
}
