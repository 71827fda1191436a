package dev.controllerruntime.client.transport;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority of a test, with a server on 127.0.0.1 and a client. */
final class TestCertificates {
  private final KeyPair caKey = key();
  final X509Certificate ca;
  private final KeyPair serverKey = key();
  private final X509Certificate server;
  final KeyPair clientKey = key();
  final X509Certificate client;

  private static final AtomicReference<TestCertificates> SHARED = new AtomicReference<>();

  /** Made once: keys take their time. */
  static synchronized TestCertificates shared() throws Exception {
    TestCertificates made = SHARED.get();
    if (made == null) {
      made = new TestCertificates();
      SHARED.set(made);
    }
    return made;
  }

  TestCertificates() throws Exception {
    ca = certificate("CN=test-ca", caKey, true);
    server = certificate("CN=server", serverKey, false);
    client = certificate("CN=jane,O=developers", clientKey, false);
  }

  /** Of a server that wants client certificates but does not insist. */
  SSLContext serverContext() throws Exception {
    char[] password = "changeit".toCharArray();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry("server", serverKey.getPrivate(), password, new X509Certificate[] {server});
    KeyManagerFactory keyManagers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keyManagers.init(keys, password);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", ca);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  static String pem(X509Certificate object) throws Exception {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
      pem.writeObject(object);
    }
    return text.toString();
  }

  /** As PKCS #8: client-java cannot read the older form of an elliptic-curve key. */
  static String pem(PrivateKey key) {
    Base64.Encoder encoder = Base64.getMimeEncoder(64, utf8("\n"));
    return "-----BEGIN PRIVATE KEY-----\n"
        + encoder.encodeToString(key.getEncoded())
        + "\n-----END PRIVATE KEY-----\n";
  }

  private static KeyPair key() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private X509Certificate certificate(String subject, KeyPair key, boolean authority)
      throws Exception {
    Instant now = Instant.now();
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            new X500Name("CN=test-ca"),
            BigInteger.valueOf(subject.hashCode() & 0xFFFFL),
            Date.from(now.minus(1, ChronoUnit.HOURS)),
            Date.from(now.plus(1, ChronoUnit.HOURS)),
            new X500Name(subject),
            key.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
    if (!authority) {
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
    }
    byte[] encoded =
        builder
            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(caKey.getPrivate()))
            .getEncoded();
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(encoded));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
