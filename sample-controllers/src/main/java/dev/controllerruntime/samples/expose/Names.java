package dev.controllerruntime.samples.expose;

import java.util.List;

/**
 * The annotations, labels and words of the controller, as the original exposecontroller has them.
 */
final class Names {
  static final String EXPOSE_LABEL = "expose";
  static final String EXPOSE = "fabric8.io/expose";
  static final String URL = "fabric8.io/exposeUrl";
  static final String INGRESS_NAME = "fabric8.io/ingress.name";
  static final String HOST_NAME = "fabric8.io/host.name";
  static final String INGRESS_PATH = "fabric8.io/ingress.path";
  static final String PATH_MODE = "fabric8.io/path.mode";
  static final String PORT = "fabric8.io/exposePort";
  static final String INTERNAL_DOMAIN = "fabric8.io/use.internal.domain";
  static final String INGRESS_ANNOTATIONS = "fabric8.io/ingress.annotations";
  static final String HOST_KEY = "fabric8.io/exposeHostNameAs";
  static final String SKIP_TLS = "jenkins-x.io/skip.tls";
  static final String API_PATH = "api.service.kubernetes.io/path";
  static final String RELEASE_LABEL = "release";

  /** On the Service, by us: the annotation that received the host, so that it can be removed. */
  static final String HOST_WRITTEN = "fabric8.io/exposeHostNameWritten";

  /** Inputs whose names do not begin with {@code fabric8.io/}. */
  static final List<String> INPUTS =
      List.of(SKIP_TLS, API_PATH, "kubectl.kubernetes.io/last-applied-configuration");

  /** On an Ingress whose TLS is set up: whether plain http is served too. */
  static final String ALLOW_HTTP = "kubernetes.io/ingress.allow-http";

  /** The same for ingress-nginx, which redirects by default. */
  static final String SSL_REDIRECT = "nginx.ingress.kubernetes.io/ssl-redirect";

  /** The type of the condition on the Service. */
  static final String CONDITION = "fabric8.io/Exposed";

  /** What marks an Ingress as ours; those that the original made carry it as well. */
  static final String MARK = "fabric8.io/generated-by";

  static final String MARK_VALUE = "exposecontroller";

  /**
   * On an Ingress, by us: the names of the annotations that we set, so that they can be removed.
   */
  static final String WRITTEN = "fabric8.io/exposeAnnotations";

  static final String TLS_ACME = "kubernetes.io/tls-acme";
  static final String CLASS = "kubernetes.io/ingress.class";
  static final String PATH = "path";

  private Names() {}
}
