package dev.controllerruntime.testkit.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks a health path.
 *
 * @param certificate what the server presents, made by itself at its start; null over plain HTTP
 */
record Probe(String url, @Nullable Path certificate) {
  private static final int TIMEOUT_MILLIS = 2_000;

  /** Why it is not healthy; empty when it is. */
  String failure() {
    try {
      if (certificate != null && !Files.exists(certificate)) {
        return "no certificate yet";
      }
      HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      if (connection instanceof HttpsURLConnection https && certificate != null) {
        https.setSSLSocketFactory(trusting(certificate).getSocketFactory());
        // The self-made certificate names the host differently from server to server.
        https.setHostnameVerifier((host, session) -> host.equals("127.0.0.1"));
      }
      int status = connection.getResponseCode();
      connection.disconnect();
      return status == 200 ? "" : url + " answers " + status;
    } catch (IOException | GeneralSecurityException e) {
      return url + ": " + e.getMessage();
    }
  }

  private static SSLContext trusting(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int count = 0;
    try (InputStream pem = Files.newInputStream(file)) {
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("c" + count++, one);
      }
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    return tls;
  }
}
