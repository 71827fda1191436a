package dev.controllerruntime.apiserver.http;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority of one server and the certificate it presents, made anew at each start.
 * The authority's key is thrown away once it has signed.
 */
final class ServerCertificates {
  private static final Duration BACKDATED = Duration.ofHours(1);
  private static final Duration VALID = Duration.ofDays(365);

  private final X509Certificate authority;
  private final X509Certificate server;
  private final KeyPair serverKey;

  private ServerCertificates(X509Certificate authority, X509Certificate server, KeyPair serverKey) {
    this.authority = authority;
    this.server = server;
    this.serverKey = serverKey;
  }

  /** Makes both for a server that is reached as localhost and as {@code host}. */
  static ServerCertificates create(String host, Instant now) {
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
      keys.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair authorityKey = keys.generateKeyPair();
      KeyPair serverKey = keys.generateKeyPair();
      X500Principal authorityName = new X500Principal("CN=controller-runtime-apiserver-ca");
      X509v3CertificateBuilder authority =
          certificate(authorityName, authorityName, authorityKey, now)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(
                  Extension.keyUsage,
                  true,
                  new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature));
      X509v3CertificateBuilder server =
          certificate(
                  authorityName,
                  new X500Principal("CN=controller-runtime-apiserver"),
                  serverKey,
                  now)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
              .addExtension(
                  Extension.extendedKeyUsage,
                  false,
                  new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
              .addExtension(Extension.subjectAlternativeName, false, names(host));
      return new ServerCertificates(
          sign(authority, authorityKey), sign(server, authorityKey), serverKey);
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make the server's certificate: " + e.getMessage(), e);
    }
  }

  private static JcaX509v3CertificateBuilder certificate(
      X500Principal issuer, X500Principal subject, KeyPair key, Instant now) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(127, new SecureRandom()),
        Date.from(now.minus(BACKDATED)),
        Date.from(now.plus(VALID)),
        subject,
        key.getPublic());
  }

  private static X509Certificate sign(X509v3CertificateBuilder certificate, KeyPair authorityKey)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            certificate.build(
                new JcaContentSignerBuilder("SHA256withECDSA").build(authorityKey.getPrivate())));
  }

  private static GeneralNames names(String host) {
    Set<GeneralName> names = new LinkedHashSet<>();
    for (String name :
        List.of("localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc")) {
      names.add(new GeneralName(GeneralName.dNSName, name));
    }
    for (String address : List.of("127.0.0.1", "::1")) {
      names.add(new GeneralName(GeneralName.iPAddress, address));
    }
    boolean address = host.matches("[0-9.]+") || host.contains(":");
    names.add(new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host));
    return new GeneralNames(names.toArray(GeneralName[]::new));
  }

  /** The authority's certificate in PEM: what a kubeconfig holds. */
  String authorityPem() {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
      pem.writeObject(authority);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write the authority's certificate", e);
    }
    return text.toString();
  }

  /** What the server's TLS needs; its entries have the password given. */
  KeyStore keyStore(char[] password) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, password);
      store.setKeyEntry(
          "server", serverKey.getPrivate(), password, new Certificate[] {server, authority});
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("cannot keep the server's certificate: " + e.getMessage(), e);
    }
  }
}
