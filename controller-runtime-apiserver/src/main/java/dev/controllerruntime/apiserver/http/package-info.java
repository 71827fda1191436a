/**
 * The HTTP front of the API server: HTTP/1.1 and HTTP/2 over TLS, or plain HTTP. Reads requests,
 * hands them to the engine and writes what the engine pushes; drives the engine's timers. No rule
 * of Kubernetes lives here.
 *
 * <p>Threading: one Jetty thread reads a request and enters the engine; frames of one exchange are
 * written one after the other, by whichever thread completes the write before. The engine is never
 * entered while a write is waited for, so a slow client blocks nobody.
 */
@NullMarked
package dev.controllerruntime.apiserver.http;

import org.jspecify.annotations.NullMarked;
