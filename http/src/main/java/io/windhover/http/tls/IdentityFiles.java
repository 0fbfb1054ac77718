package io.windhover.http.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's certificate and key in files, as PEM. */
public final class IdentityFiles {
  private static final int FILE_BYTES_MAX = 1 << 20;
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final Path certificate;
  private final Path key;

  public IdentityFiles(Path certificate, Path key) {
    this.certificate = certificate;
    this.key = key;
  }

  /** What is there; made and written down, for its owner alone, when nothing is. */
  public ServerIdentity readOrMake(List<String> names) {
    boolean isKey = Files.exists(key);
    boolean isCertificate = Files.exists(certificate);
    if (isKey && isCertificate) {
      return read();
    }
    if (isKey || isCertificate) {
      // Made anew, it would be another: all who know this one by its fingerprint were locked out.
      throw new BadIdentity(
          "%s is gone, but %s is there; put it back from a backup, or remove that too to have both"
                  .formatted(isKey ? certificate : key, isKey ? key : certificate)
              + " made anew, with another fingerprint");
    }
    ServerIdentity made = SelfSigned.make(names, Instant.now());
    try {
      write(certificate, pem("CERTIFICATE", made.chain().get(0).getEncoded()));
      write(key, pem("PRIVATE KEY", made.key().getEncoded()));
    } catch (IOException | GeneralSecurityException e) {
      throw new BadIdentity(
          "the certificate %s cannot be written: %s".formatted(certificate, e), e);
    }
    return made;
  }

  /** The operator's own, or what was made before. */
  public ServerIdentity read() {
    List<X509Certificate> chain = chain();
    PrivateKey secret = key(chain.get(0).getPublicKey().getAlgorithm());
    try {
      if (!belongTogether(secret, chain.get(0))) {
        throw new BadIdentity(key + " is not the key of the certificate " + certificate);
      }
    } catch (GeneralSecurityException e) {
      throw new BadIdentity(key + " is not the key of the certificate " + certificate, e);
    }
    return new ServerIdentity(secret, chain);
  }

  private List<X509Certificate> chain() {
    try {
      List<X509Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes(certificate)))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (chain.isEmpty()) {
        throw new BadIdentity(certificate + " holds no certificate; expected PEM");
      }
      return chain;
    } catch (GeneralSecurityException e) {
      throw new BadIdentity(certificate + " holds no certificate; expected PEM", e);
    }
  }

  private PrivateKey key(String algorithm) {
    refuseIfOthersMayReadKey();
    Matcher pem = KEY.matcher(new String(bytes(key), StandardCharsets.US_ASCII));
    if (!pem.find()) {
      throw new BadIdentity(
          key + " holds no key; expected PEM with BEGIN PRIVATE KEY (PKCS #8, without a password)");
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new BadIdentity(key + " holds no " + algorithm + " key that can be read", e);
    }
  }

  private void refuseIfOthersMayReadKey() {
    try {
      if (!OWNER.containsAll(Files.getPosixFilePermissions(key))) {
        throw new BadIdentity(key + ": others may use it; expected mode 0600 (chmod 600 FILE)");
      }
    } catch (IOException e) {
      throw new BadIdentity(key + " cannot be looked at: " + e, e);
    }
  }

  /** Whether what the one signs the other knows. */
  private static boolean belongTogether(PrivateKey secret, X509Certificate certificate)
      throws GeneralSecurityException {
    String algorithm =
        switch (secret.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> secret.getAlgorithm();
        };
    byte[] text = {1, 2, 3};
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(secret);
    signing.update(text);
    byte[] signature = signing.sign();
    Signature judging = Signature.getInstance(algorithm);
    judging.initVerify(certificate.getPublicKey());
    judging.update(text);
    return judging.verify(signature);
  }

  private static byte[] bytes(Path file) {
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw new BadIdentity(file + " is too large for PEM");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new BadIdentity(file + " cannot be read: " + e, e);
    }
  }

  private static String pem(String what, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  /** Never half written, and never to be read by others, not even for a moment. */
  private static void write(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    Files.createFile(
        draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (var out =
        Files.newByteChannel(draft, Set.of(StandardOpenOption.WRITE, StandardOpenOption.SYNC))) {
      out.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
