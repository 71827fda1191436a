/**
 * HTTP to the API server: requests out, bytes in. On top of client-java's ApiClient for its
 * authentication and TLS. Uses codec for error bodies. Next stages: client and reflector.
 */
@NullMarked
package dev.controllerruntime.client.transport;

import org.jspecify.annotations.NullMarked;
