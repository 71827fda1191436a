package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;

/**
 * A successful answer, read to its end.
 *
 * @param status the HTTP status, 200 to 299
 * @param body the whole body; not to be changed
 * @since 0.1.0
 */
@Internal
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
public record Reply(int status, byte[] body) {}
