/**
 * Server-side apply and {@code managedFields}, as structured merge and diff defines them (KEP-555).
 *
 * <p>Role in the flow: every write of the engine passes {@link
 * dev.controllerruntime.apiserver.apply.FieldManager}: {@code update} for create, PUT and the other
 * patches, {@code apply} for apply patches. Next stage: validation and storage.
 *
 * <p>Threading: pure functions without clock or state; the time is an argument. {@link
 * dev.controllerruntime.apiserver.apply.FieldSet}, {@link
 * dev.controllerruntime.apiserver.apply.PathElement} and {@link
 * dev.controllerruntime.apiserver.apply.ManagedFields} are immutable and may be shared between
 * threads. Ordering: sets iterate in the order in which the real server writes them.
 *
 * <p>Not here yet: taking ownership over from update managers that client-side apply left, folding
 * of more than ten update managers into {@code ancient-changes}, conversion between the served
 * versions of a kind (paths of a manager of another version are taken as they stand), schemas of
 * custom resource definitions, the scale subresource's mapping of paths.
 */
@NullMarked
package dev.controllerruntime.apiserver.apply;

import org.jspecify.annotations.NullMarked;
