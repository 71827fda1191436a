package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Stable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Writes to existing objects; each returns the object as the server answered it. Errors are {@link
 * ApiException} and its subtypes.
 *
 * @since 0.1.0
 */
@Stable
public interface Writer {
  /**
   * The one read-modify-write: lets the caller change a copy and PUTs the <em>difference</em> on
   * the original bytes under their resource version; on a conflict again from a live read, at most
   * 5 times. No difference, no request. Fields that the caller did not touch keep their bytes, also
   * those that the class does not know.
   *
   * @param change may run several times; refuses a kind of records (see {@link #editValue})
   * @throws NotFoundException when the object does not exist
   */
  <T> T edit(Kind<T> kind, ObjectKey key, Consumer<? super T> change);

  /** {@link #edit} for immutable values such as records. */
  <T> T editValue(Kind<T> kind, ObjectKey key, UnaryOperator<T> change);

  /**
   * Replaces the whole object under its resource version. Needs the bytes of that very version and
   * refuses when they hold fields that the class lacks.
   *
   * @param options {@link WriteOption#dryRun}, {@link WriteOption#fieldManager}
   * @throws ConflictException when the object has changed since; often before anything is sent
   * @throws IllegalArgumentException when the object has no resourceVersion, or fields would be
   *     lost; names them
   */
  <T> T replace(Kind<T> kind, T object, WriteOption... options);

  /**
   * Server-side apply of the fields in {@code object} under the client's field manager. Refuses an
   * object that was read from the cluster. First without force; an object that is not ours and
   * conflicts is told as {@link ForeignObjectException}.
   *
   * <p>An object is ours when it carries our field manager, or an owner reference that {@code
   * object} carries too: then the apply has force, and the object's uid. An object that exists and
   * is not ours is applied under its uid as well, so that it is not made again when it was deleted
   * meanwhile: that is a {@link ConflictException}. An object without our owner reference, all of
   * whose fields others have taken over since, shows no trace of us and counts as not ours.
   *
   * @param options {@link WriteOption#dryRun}, {@link WriteOption#fieldManager}, {@link
   *     WriteOption#force}, {@link WriteOption#uid}, {@link WriteOption#resourceVersion}
   * @throws IllegalArgumentException when the object was read from the cluster
   */
  <T> T apply(Kind<T> kind, T object, WriteOption... options);

  /**
   * A JSON patch or merge patch.
   *
   * @param options {@link WriteOption#dryRun}, {@link WriteOption#fieldManager}, {@link
   *     WriteOption#uid} and {@link WriteOption#resourceVersion}, which become part of the patch
   */
  <T> T patch(Kind<T> kind, ObjectKey key, Patch patch, WriteOption... options);
}
