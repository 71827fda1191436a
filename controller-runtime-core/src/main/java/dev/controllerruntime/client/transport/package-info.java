/**
 * HTTP to the API server: requests out, bytes in. On top of client-java's ApiClient for its
 * authentication and TLS; {@link dev.controllerruntime.client.transport.Connection} finds address
 * and credentials.
 *
 * <p>Role in the flow: {@link dev.controllerruntime.client.transport.Transport} sends one call and
 * gives the body as it arrives; {@link dev.controllerruntime.client.transport.Requests} adds what a
 * single answer needs (repetition where it is safe, errors as {@link
 * dev.controllerruntime.client.transport.ServerStatus}); {@link
 * dev.controllerruntime.client.transport.ResourceResolver} knows where kinds are found. Watches use
 * the transport directly.
 *
 * <p>Threading: thread-safe. OkHttp's threads send; the calling thread waits, can be interrupted
 * there, and reads the body itself. On HTTP/1.1 an interrupt does not end a blocked read of a body:
 * the call's timeout, or closing the answer from another thread, does.
 *
 * <p>Ordering: none between calls. Nothing goes out after {@code close()}.
 *
 * <p>Uses codec for error bodies and discovery. Next stages: client and reflector.
 */
@NullMarked
package dev.controllerruntime.client.transport;

import org.jspecify.annotations.NullMarked;
