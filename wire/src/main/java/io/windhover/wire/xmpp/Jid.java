package io.windhover.wire.xmpp;

import java.util.Locale;
import java.util.Optional;

/**
 * An XMPP address: local@domain/resource, the first and the last of which may be empty. Servers
 * prepare the addresses they vouch for; here case is folded so that equal ones are equal.
 */
public record Jid(String local, String domain, String resource) {
  /** RFC 7622: no part may be longer. */
  private static final int PART_MAX = 1023;

  private static final String NOT_LOCAL = "\"&'/:<>@";

  public Jid {
    local = local.toLowerCase(Locale.ROOT);
    domain = domain.toLowerCase(Locale.ROOT);
    if (!fits(local, domain, resource)) {
      throw new IllegalArgumentException(
          "not an XMPP address: local '%s', domain '%s', resource '%s'"
              .formatted(local, domain, resource));
    }
  }

  private static boolean fits(String local, String domain, String resource) {
    return !domain.isEmpty()
        && local.length() <= PART_MAX
        && domain.length() <= PART_MAX
        && resource.length() <= PART_MAX
        && local.chars().noneMatch(c -> c <= ' ' || c == 0x7f || NOT_LOCAL.indexOf(c) >= 0)
        && domain.chars().noneMatch(c -> c <= ' ' || c == 0x7f || c == '@' || c == '/')
        && resource.chars().noneMatch(c -> c < ' ' || c == 0x7f);
  }

  /** Empty when the text is no address. */
  public static Optional<Jid> parse(String text) {
    int slash = text.indexOf('/');
    String bare = slash < 0 ? text : text.substring(0, slash);
    String resource = slash < 0 ? "" : text.substring(slash + 1);
    int at = bare.indexOf('@');
    String local = at < 0 ? "" : bare.substring(0, at);
    String domain = bare.substring(at + 1);
    if (at == 0 || (slash >= 0 && resource.isEmpty())) {
      return Optional.empty();
    }
    String folded = local.toLowerCase(Locale.ROOT);
    return fits(folded, domain.toLowerCase(Locale.ROOT), resource)
        ? Optional.of(new Jid(local, domain, resource))
        : Optional.empty();
  }

  public static Jid of(String text) {
    return parse(text)
        .orElseThrow(() -> new IllegalArgumentException("not an XMPP address: " + text));
  }

  public Jid bare() {
    return resource.isEmpty() ? this : new Jid(local, domain, "");
  }

  public Jid withResource(String newResource) {
    return new Jid(local, domain, newResource);
  }

  @Override
  public String toString() {
    return (local.isEmpty() ? "" : local + "@")
        + domain
        + (resource.isEmpty() ? "" : "/" + resource);
  }
}
