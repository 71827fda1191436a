package dev.controllerruntime.controller;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;

/**
 * A kind whose changes queue the owners of the primary kind.
 *
 * @param kind the kind of the children
 * @param ifPresent whether the controller also runs while the server lacks the kind
 * @since 0.1.0
 */
@Internal
public record OwnedSpec(Kind<?> kind, boolean ifPresent) {}
