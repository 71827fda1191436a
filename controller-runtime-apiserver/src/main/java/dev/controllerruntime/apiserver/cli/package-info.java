/** The API server as a command of its own: reads the command line, starts the HTTP front. */
@NullMarked
package dev.controllerruntime.apiserver.cli;

import org.jspecify.annotations.NullMarked;
