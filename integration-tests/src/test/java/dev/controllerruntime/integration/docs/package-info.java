/**
 * Holds the documentation to the code: what it quotes is compiled, what it links to is there. No
 * threads, no server.
 */
@NullMarked
package dev.controllerruntime.integration.docs;

import org.jspecify.annotations.NullMarked;
