package dev.controllerruntime.apiserver;

import java.util.List;

/**
 * Who sends a request.
 *
 * @param name such as {@code system:serviceaccount:shop:expose}
 * @param groups without {@code system:authenticated}, which every user with a token is in
 * @since 0.1.0
 */
public record User(String name, List<String> groups) {
  /** Copies the groups. */
  public User {
    groups = List.copyOf(groups);
  }

  /** A user in some groups. */
  public static User of(String name, String... groups) {
    return new User(name, List.of(groups));
  }

  /** A user in the group {@code system:masters}. */
  public static User admin() {
    return of("kubernetes-admin", "system:masters");
  }
}
