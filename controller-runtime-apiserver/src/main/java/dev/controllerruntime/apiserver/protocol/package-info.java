/**
 * What a request means before anybody acts on it: path, parameters, body, accepted media types; and
 * how a failure is told.
 *
 * <p>Threading: values are immutable, no state. Ordering: none. Next stage: {@code verb}.
 */
@NullMarked
package dev.controllerruntime.apiserver.protocol;

import org.jspecify.annotations.NullMarked;
