/**
 * One shared reflector and store per kind, scope and selector, reference counted; the cached {@link
 * dev.controllerruntime.client.Reader}; fan-out of changes. Next stage: event.
 */
@NullMarked
package dev.controllerruntime.cache;

import org.jspecify.annotations.NullMarked;
