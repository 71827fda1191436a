package dev.controllerruntime.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The options of one write, checked against its verb.
 *
 * @param uid empty without that precondition
 * @param resourceVersion empty without that precondition
 */
record WriteSettings(
    boolean dryRun,
    String fieldManager,
    boolean force,
    String uid,
    String resourceVersion,
    WriteOption.@Nullable Propagation propagation) {

  /** What each verb can be told. */
  enum Verb {
    CREATE("create", DRY_RUN, FIELD_MANAGER),
    EDIT("edit"),
    REPLACE("replace", DRY_RUN, FIELD_MANAGER),
    APPLY("apply", DRY_RUN, FIELD_MANAGER, FORCE, UID, RESOURCE_VERSION),
    PATCH("patch", DRY_RUN, FIELD_MANAGER, UID, RESOURCE_VERSION),
    DELETE("delete", DRY_RUN, UID, RESOURCE_VERSION, PROPAGATION);

    private final String word;
    private final Set<String> options;

    Verb(String word, String... options) {
      this.word = word;
      this.options = new TreeSet<>(List.of(options));
    }

    String word() {
      return word;
    }
  }

  private static final String DRY_RUN = "dryRun";
  private static final String FIELD_MANAGER = "fieldManager";
  private static final String FORCE = "force";
  private static final String UID = "uid";
  private static final String RESOURCE_VERSION = "resourceVersion";
  private static final String PROPAGATION = "propagation";

  /**
   * Reads the options.
   *
   * @throws IllegalArgumentException with all faults: options that the verb does not have, twice
   *     the same with different values, a field manager that the server would refuse
   */
  static WriteSettings of(Verb verb, String fieldManager, WriteOption... options) {
    Map<String, WriteOption> byName = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    for (WriteOption option : options) {
      String name = name(option);
      if (!verb.options.contains(name)) {
        faults.add(name + " is no option of " + verb.word + " (it has " + verb.options + ")");
      }
      WriteOption before = byName.put(name, option);
      if (before != null && !before.equals(option)) {
        faults.add(name + " is given twice, with different values");
      }
      fault(option).ifPresent(faults::add);
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          "wrong options for " + verb.word + ": " + String.join("; ", faults));
    }
    return new WriteSettings(
        byName.containsKey(DRY_RUN),
        byName.get(FIELD_MANAGER) instanceof WriteOption.FieldManager m ? m.name() : fieldManager,
        byName.containsKey(FORCE),
        byName.get(UID) instanceof WriteOption.Uid u ? u.uid() : "",
        byName.get(RESOURCE_VERSION) instanceof WriteOption.ResourceVersion v ? v.version() : "",
        byName.get(PROPAGATION) instanceof WriteOption.PropagationPolicy p ? p.policy() : null);
  }

  private static Optional<String> fault(WriteOption option) {
    if (option instanceof WriteOption.FieldManager manager) {
      return Wire.managerFault(manager.name());
    }
    boolean empty =
        option instanceof WriteOption.Uid uid && uid.uid().isEmpty()
            || option instanceof WriteOption.ResourceVersion version && version.version().isEmpty();
    return empty ? Optional.of(name(option) + " must not be empty") : Optional.empty();
  }

  private static String name(WriteOption option) {
    if (option instanceof WriteOption.DryRun) {
      return DRY_RUN;
    } else if (option instanceof WriteOption.FieldManager) {
      return FIELD_MANAGER;
    } else if (option instanceof WriteOption.Force) {
      return FORCE;
    } else if (option instanceof WriteOption.Uid) {
      return UID;
    } else if (option instanceof WriteOption.ResourceVersion) {
      return RESOURCE_VERSION;
    } else {
      return PROPAGATION;
    }
  }

  /** Query parameters of every write but a delete. */
  Map<String, String> query() {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("fieldManager", fieldManager);
    if (dryRun) {
      query.put("dryRun", "All");
    }
    return query;
  }
}
