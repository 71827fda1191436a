/**
 * Bytes to objects and back, the metadata scan, the difference of two objects. The only user of
 * Jackson, and the only place that knows the encoding of stored bytes (JSON today).
 *
 * <p>Threading: everything is immutable and shared, except the frame readers, which belong to one
 * thread. Next stages: reflector and store on the way in, client on the way out.
 */
@NullMarked
package dev.controllerruntime.codec;

import org.jspecify.annotations.NullMarked;
