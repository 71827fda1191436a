package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.apply.ManagerEntry.Operation;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import dev.controllerruntime.apiserver.schema.TypedForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code metadata.managedFields} for one endpoint: a kind in one version, with or without a
 * subresource. Immutable; make one per endpoint and use it from any thread.
 *
 * <p>Every write passes it <em>after</em> the wanted object was decoded and defaulted and
 * <em>before</em> what the endpoint must not change (status on the main endpoint, spec on {@code
 * /status}) is put back; those fields are its reset fields and are never owned. When all of that is
 * done, {@link #settle} takes back new times if nothing else changed.
 *
 * <p>Source: KEP-555; the chain of field managers of {@code kube-apiserver}.
 *
 * @since 0.1.0
 */
public final class FieldManager {
  /**
   * What a write makes of the object.
   *
   * @param object the object with its new {@code managedFields} (without the field when there are
   *     none). From an update it is the object that was given; from an apply it shares nothing with
   *     the live object or the configuration
   * @param managed the same managers, decoded: keep them beside the stored object
   * @since 0.1.0
   */
  public record Outcome(ObjectNode object, ManagedFields managed) {}

  private static final String BEFORE_FIRST_APPLY = "before-first-apply";
  private static final FieldSet NEVER_OWNED =
      FieldSet.of("apiVersion")
          .union(FieldSet.of("kind"))
          .union(FieldSet.of("metadata"))
          .union(FieldSet.of("metadata", "name"))
          .union(FieldSet.of("metadata", "namespace"))
          .union(FieldSet.of("metadata", "creationTimestamp"))
          .union(FieldSet.of("metadata", "selfLink"))
          .union(FieldSet.of("metadata", "uid"))
          .union(FieldSet.of("metadata", "clusterName"))
          .union(FieldSet.of("metadata", "generation"))
          .union(FieldSet.of("metadata", "managedFields"))
          .union(FieldSet.of("metadata", "resourceVersion"));

  private final Schema schema;
  private final String apiVersion;
  private final String kind;
  private final String subresource;
  private final FieldSet resetFields;
  private final ObjectNode nothing;

  /**
   * A field manager.
   *
   * @param schema the kind's schema; {@link Schema#deduced()} when there is none
   * @param apiVersion version of the endpoint, for example {@code apps/v1}
   * @param kind kind of the endpoint, for example {@code Deployment}
   * @param subresource {@code status} and the like; empty for the main endpoint
   * @param resetFields fields that this endpoint never changes, see {@link ResetFields}
   */
  public FieldManager(
      Schema schema, String apiVersion, String kind, String subresource, FieldSet resetFields) {
    this.schema = Objects.requireNonNull(schema, "schema");
    this.apiVersion = Objects.requireNonNull(apiVersion, "apiVersion");
    this.kind = Objects.requireNonNull(kind, "kind");
    this.subresource = Objects.requireNonNull(subresource, "subresource");
    this.resetFields = Objects.requireNonNull(resetFields, "resetFields");
    this.nothing = TypedForm.zero(schema);
  }

  /**
   * The bookkeeping of create, PUT and of every patch but apply.
   *
   * @param live the stored object; null for a create
   * @param liveManaged its managers; empty for a create
   * @param object the wanted object, already decoded and defaulted; its {@code managedFields} are
   *     replaced in place. An array {@code []} or {@code [{}]} in it resets the managers, another
   *     one that decodes stands for the live managers, none keeps them
   * @param manager the {@code fieldManager} parameter, or {@link ManagerNames#orUserAgent}
   * @param now the time of the request
   */
  public Outcome update(
      @Nullable ObjectNode live,
      ManagedFields liveManaged,
      ObjectNode object,
      String manager,
      Instant now) {
    ManagedFields before = managersOf(object, live, liveManaged);
    ObjectNode old = live == null ? nothing : withoutManagedFields(live);
    ObjectNode metadata = metadataOf(object);
    metadata.remove("managedFields");
    ManagedFields after =
        before.isEmpty() && live != null
            ? before
            : updated(old, object, before, entry(manager, Operation.UPDATE), now);
    attach(metadata, after);
    return new Outcome(object, after);
  }

  /**
   * Server-side apply.
   *
   * @param live the stored object; null when the apply creates it
   * @param liveManaged its managers; empty when the apply creates it
   * @param config the applied configuration as it was sent; not changed
   * @param manager the {@code fieldManager} parameter
   * @param force whether to take conflicting fields over
   * @param now the time of the request
   * @return the merged object, which still has to be defaulted
   * @throws StatusFailure 409 with {@code FieldManagerConflict} causes; 400 for another kind or for
   *     managedFields in the configuration; 500 without a reason for a configuration that does not
   *     fit the schema
   */
  public Outcome apply(
      @Nullable ObjectNode live,
      ManagedFields liveManaged,
      ObjectNode config,
      String manager,
      boolean force,
      Instant now) {
    ApplyChecks.check(schema, apiVersion, kind, config);
    ObjectNode old = live == null ? nothing : withoutManagedFields(live);
    ManagedFields before = liveManaged;
    if (before.isEmpty() && live != null) {
      ManagerEntry first = entry(BEFORE_FIRST_APPLY, Operation.UPDATE);
      before = updated(nothing, old, before, first, now);
    }
    FieldSet applied = FieldSets.of(schema, config).recursiveDifference(resetFields);
    ManagerEntry self = entry(manager, Operation.APPLY).with(applied);
    List<ManagerEntry> others = new ArrayList<>();
    @Nullable ManagerEntry last = null;
    for (ManagerEntry entry : before.entries()) {
      if (entry.sameManager(self)) {
        last = entry;
      } else {
        others.add(entry);
      }
    }
    JsonNode merged = Merger.merge(schema, old, config);
    if (last != null) {
      merged = Pruner.prune(schema, merged, last.fields(), self, others);
    }
    Comparison comparison = Comparer.compare(schema, old, merged).without(resetFields);
    if (!force) {
      Conflicts.check(others, comparison);
    }
    List<ManagerEntry> entries = new ArrayList<>(takenFrom(others, comparison));
    // From the last entry where there is one: its encoded form is reused when it can be.
    self =
        (last == null ? self : last.withApiVersion(apiVersion))
            .with(applied.difference(NEVER_OWNED));
    boolean same = live != null && JsonValues.equal(old, merged);
    entries.add(same ? self : self.at(now));
    ManagedFields after = ManagedFields.of(entries);
    ObjectNode object = asObject(same ? old : merged);
    attach(metadataOf(object), after);
    return new Outcome(object, after);
  }

  /**
   * The managers to store in the end: the live ones when the object is the same as the live one and
   * the managers differ in times only, so that such a write changes nothing.
   *
   * @param live the stored object
   * @param liveManaged its managers
   * @param object the object to store; its {@code managedFields} are set back in place when needed
   * @param managed its managers
   */
  public static ManagedFields settle(
      ObjectNode live, ManagedFields liveManaged, ObjectNode object, ManagedFields managed) {
    if (managed == liveManaged
        || managed.isEmpty()
        || !managed.equalsExceptTimes(liveManaged)
        || !JsonValues.equal(withoutManagedFields(live), withoutManagedFields(object))) {
      return managed;
    }
    attach(metadataOf(object), liveManaged);
    return liveManaged;
  }

  private ManagerEntry entry(String manager, Operation operation) {
    return ManagerEntry.of(
        manager.isEmpty() ? "unknown" : manager,
        operation,
        apiVersion,
        subresource,
        FieldSet.empty());
  }

  /** Whose managers an update starts from. */
  private ManagedFields managersOf(
      ObjectNode object, @Nullable ObjectNode live, ManagedFields liveManaged) {
    JsonNode sent = object.path("metadata").get("managedFields");
    if (!subresource.isEmpty() || sent == null || !sent.isArray()) {
      return liveManaged;
    }
    if (isReset(sent)) {
      return ManagedFields.empty();
    }
    JsonNode stored = live == null ? null : live.path("metadata").get("managedFields");
    if (sent == stored || sent.equals(liveManaged.encode())) {
      return liveManaged;
    }
    try {
      ManagedFields decoded = ManagedFields.decode(sent);
      return decoded.isEmpty() ? liveManaged : decoded;
    } catch (IllegalArgumentException e) {
      // Clients that do not understand the field must not delete it by accident.
      return liveManaged;
    }
  }

  private static boolean isReset(JsonNode sent) {
    return sent.isEmpty() || (sent.size() == 1 && sent.get(0).isObject() && sent.get(0).isEmpty());
  }

  private ManagedFields updated(
      ObjectNode old, ObjectNode object, ManagedFields before, ManagerEntry self, Instant now) {
    Comparison comparison = Comparer.compare(schema, old, object).without(resetFields);
    if (comparison.isEmpty()) {
      return before;
    }
    FieldSet owned = comparison.modified().union(comparison.added()).difference(NEVER_OWNED);
    if (owned.isEmpty() && comparison.removed().isEmpty()) {
      return before;
    }
    List<ManagerEntry> entries = new ArrayList<>();
    ManagerEntry own = self.with(owned);
    for (ManagerEntry entry : before.entries()) {
      ManagerEntry left = taken(entry, comparison);
      if (entry.sameManager(self) && !owned.isEmpty()) {
        // From the entry itself and not from a new one: its encoded form is reused when it can be.
        own = entry.with(left.fields().union(owned));
      } else {
        entries.add(left);
      }
    }
    if (!owned.isEmpty()) {
      entries.add(own.at(now));
    }
    return ManagedFields.of(entries);
  }

  private static List<ManagerEntry> takenFrom(List<ManagerEntry> entries, Comparison comparison) {
    return entries.stream().map(entry -> taken(entry, comparison)).toList();
  }

  /** The entry without the fields that changed or went. */
  private static ManagerEntry taken(ManagerEntry entry, Comparison comparison) {
    FieldSet left =
        entry
            .fields()
            .difference(comparison.modified())
            .difference(comparison.added())
            .difference(comparison.removed());
    return left == entry.fields() ? entry : entry.with(left);
  }

  /** The object itself when it has no managedFields, else a copy of its two top levels. */
  private static ObjectNode withoutManagedFields(ObjectNode object) {
    if (!(object.get("metadata") instanceof ObjectNode metadata)
        || !metadata.has("managedFields")) {
      return object;
    }
    ObjectNode shortened = JsonNodeFactory.instance.objectNode();
    shortened.setAll(metadata);
    shortened.remove("managedFields");
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    copy.setAll(object);
    copy.set("metadata", shortened);
    return copy;
  }

  private static ObjectNode asObject(JsonNode merged) {
    return merged.isObject()
        ? (ObjectNode) merged.deepCopy()
        : JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode metadataOf(ObjectNode object) {
    return object.get("metadata") instanceof ObjectNode metadata
        ? metadata
        : object.putObject("metadata");
  }

  private static void attach(ObjectNode metadata, ManagedFields managed) {
    if (managed.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", managed.encode());
    }
  }
}
