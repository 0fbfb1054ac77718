package io.windhover.xmpp.server;

import io.windhover.host.LogTail;
import io.windhover.host.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A self-signed certificate and its key, as PEM. Made by the keytool that comes with every Java:
 * nothing else has to be installed.
 */
final class Certificate {
  private static final String ALIAS = "server";
  private static final String DAYS = "3650";
  private static final long SECONDS_MAX = 60;

  private Certificate() {}

  static void make(String domain, Path key, Path certificate)
      throws IOException, InterruptedException {
    Path store = key.resolveSibling("keys.p12");
    Files.deleteIfExists(store);
    String password = PrivateFiles.secret();
    generate(domain, store, password);
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, password.toCharArray());
      var secret = keys.getKey(ALIAS, password.toCharArray());
      PrivateFiles.write(key, pem("PRIVATE KEY", secret.getEncoded()));
      PrivateFiles.write(certificate, pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new ServerFailure("cannot make a certificate: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(store);
    }
  }

  private static void generate(String domain, Path store, String password)
      throws IOException, InterruptedException {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Path log = store.resolveSibling("keytool.log");
    var command =
        List.of(
            keytool.toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "RSA", // Java writes EC keys without their public half; ejabberd then finds no match
            "-keysize",
            "2048",
            "-dname",
            "CN=" + domain,
            "-ext",
            "san=dns:" + domain + ",ip:127.0.0.1",
            "-validity",
            DAYS,
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass:env",
            "WINDHOVER_KEYS");
    var builder = new ProcessBuilder(command);
    builder.environment().put("WINDHOVER_KEYS", password);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    Process process = builder.start();
    if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new ServerFailure("cannot make a certificate: " + keytool + " does not end");
    }
    if (process.exitValue() != 0) {
      throw new ServerFailure("cannot make a certificate: " + LogTail.of(List.of(log)));
    }
    Files.delete(log);
  }

  static String pem(String what, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }
}
