package io.windhover.xmpp.server;

import io.windhover.host.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Prosody: settings in Lua, an account is a file. */
final class ProsodyRecipe implements Recipe {
  private final ServerFolder folder;
  private final Path program;

  ProsodyRecipe(ServerFolder folder, Path program) {
    this.folder = folder;
    this.program = program;
  }

  private Path settings() {
    return folder.root().resolve("prosody.cfg.lua");
  }

  @Override
  public void writeSettings(Ports ports, String managerDomain) throws IOException {
    String text =
        Template.read("prosody.cfg.lua")
            .with("DATA", lua(folder.data().toString()))
            .with("LOG", lua(folder.log().toString()))
            .with("KEY", lua(folder.key().toString()))
            .with("CERTIFICATE", lua(folder.certificate().toString()))
            .with("DOMAIN", lua(ServerFolder.DOMAIN))
            .with("MANAGER", lua(managerDomain))
            .with("SECRET", lua(folder.readSecret()))
            .with("C2S_PORT", Integer.toString(ports.c2s()))
            .with("COMPONENT_PORT", Integer.toString(ports.component()))
            .text();
    PrivateFiles.write(settings(), text);
  }

  @Override
  public List<String> command() {
    var command = new ArrayList<>(List.of(program.toString(), "-F"));
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--root");
    }
    command.addAll(List.of("--config", settings().toString()));
    return command;
  }

  @Override
  public Map<String, String> environment() {
    return Map.of();
  }

  /** Prosody reads the file at every login, so that there is nobody to tell. */
  @Override
  public void addAccounts(Map<String, String> passwords, boolean running) throws IOException {
    Path host = PrivateFiles.folder(folder.data().resolve(encoded(ServerFolder.DOMAIN)));
    Path accounts = PrivateFiles.folder(host.resolve("accounts"));
    for (Map.Entry<String, String> account : passwords.entrySet()) {
      PrivateFiles.write(
          accounts.resolve(encoded(account.getKey()) + ".dat"),
          "return { [\"password\"] = " + lua(account.getValue()) + "; };\n");
    }
  }

  /** Prosody serves nobody before all of it is up. */
  @Override
  public void awaitReady() {}

  private static String lua(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  /** As Prosody names its files: all but letters and digits by their number. */
  private static String encoded(String name) {
    var text = new StringBuilder();
    for (byte letter : name.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = "%c".formatted(letter & 0xff).matches("[a-zA-Z0-9]");
      text.append(plain ? String.valueOf((char) letter) : "%" + HexFormat.of().toHexDigits(letter));
    }
    return text.toString();
  }
}
