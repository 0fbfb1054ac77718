package io.windhover.xmpp.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A settings file with {@code @NAMES@} in it. */
record Template(String text) {
  static Template read(String name) throws IOException {
    try (InputStream in = Template.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program is incomplete: no " + name);
      }
      return new Template(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  Template with(String name, String value) {
    return new Template(text.replace("@" + name + "@", value));
  }
}
