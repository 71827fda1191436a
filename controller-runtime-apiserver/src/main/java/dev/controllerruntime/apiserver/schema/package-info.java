/**
 * Recorded OpenAPI v3 schemas in the form the write path needs: how lists and maps merge, which
 * fields exist, what a typed server adds by itself. Also {@link
 * dev.controllerruntime.apiserver.schema.StatusFailure}, the one exception that carries an API
 * {@code Status}.
 *
 * <p>Role in the flow: the engine looks a kind's {@link
 * dev.controllerruntime.apiserver.schema.Schema} up here; unknown-field checks, defaulting and the
 * packages {@code apply} and {@code patch} walk it. Next stage: {@code apply}.
 *
 * <p>Threading: schemas are immutable once published; {@link
 * dev.controllerruntime.apiserver.schema.OpenApiSchemas} loads lazily under a lock that never spans
 * a wait. Ordering: results follow the order of the fields in the object that is looked at.
 */
@NullMarked
package dev.controllerruntime.apiserver.schema;

import org.jspecify.annotations.NullMarked;
