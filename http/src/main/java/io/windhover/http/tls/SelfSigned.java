package io.windhover.http.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Makes a key (P-256) and a certificate (X.509 v3, RFC 5280) that it signs itself. The JDK can do
 * this only by its program keytool, which a runtime may lack.
 */
public final class SelfSigned {
  private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
  private static final String COMMON_NAME = "2.5.4.3";
  private static final String ALTERNATIVE_NAMES = "2.5.29.17";
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;

  /** Context-specific, constructed: the version and the extensions of a certificate. */
  private static final int VERSION = 0xa0;

  private static final int EXTENSIONS = 0xa3;
  private static final BigInteger VERSION_3 = BigInteger.TWO;
  private static final int SERIAL_BITS = 120;

  /** Clocks differ a little; so it is valid from a day ago. */
  private static final Duration BEFORE = Duration.ofDays(1);

  private static final Duration AFTER = Duration.ofDays(3650);

  private SelfSigned() {}

  /**
   * Makes one.
   *
   * @param names host names and addresses that it is for; the first is also its common name
   */
  public static ServerIdentity make(List<String> names, Instant now) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      byte[] algorithm = Der.of(Der.SEQUENCE, Der.object(ECDSA_WITH_SHA256));
      byte[] signed = toBeSigned(names, now, keys, algorithm);
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(signed);
      byte[] whole = Der.of(Der.SEQUENCE, signed, algorithm, Der.bits(signature.sign()));
      var certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(whole));
      certificate.verify(keys.getPublic());
      return new ServerIdentity(keys.getPrivate(), List.of(certificate));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot make a certificate", e);
    }
  }

  private static byte[] toBeSigned(
      List<String> names, Instant now, KeyPair keys, byte[] algorithm) {
    byte[] name =
        Der.of(
            Der.SEQUENCE,
            Der.of(Der.SET, Der.of(Der.SEQUENCE, Der.object(COMMON_NAME), Der.text(names.get(0)))));
    byte[] validity = Der.of(Der.SEQUENCE, Der.time(now.minus(BEFORE)), Der.time(now.plus(AFTER)));
    byte[] serial =
        Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE));
    return Der.of(
        Der.SEQUENCE,
        Der.of(VERSION, Der.integer(VERSION_3)),
        serial,
        algorithm,
        name,
        validity,
        name,
        keys.getPublic().getEncoded(),
        Der.of(EXTENSIONS, Der.of(Der.SEQUENCE, alternativeNames(names))));
  }

  private static byte[] alternativeNames(List<String> names) {
    byte[][] all = new byte[names.size()][];
    for (int i = 0; i < all.length; i++) {
      Optional<byte[]> address = address(names.get(i));
      all[i] =
          address.isPresent()
              ? Der.of(IP_ADDRESS, address.get())
              : Der.of(DNS_NAME, names.get(i).getBytes(StandardCharsets.US_ASCII));
    }
    return Der.of(
        Der.SEQUENCE, Der.object(ALTERNATIVE_NAMES), Der.octets(Der.of(Der.SEQUENCE, all)));
  }

  /** The bytes of an address in digits; empty for a name, which is not looked up. */
  private static Optional<byte[]> address(String name) {
    if (!name.contains(":") && !name.matches("[0-9.]+")) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(name).getAddress());
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
