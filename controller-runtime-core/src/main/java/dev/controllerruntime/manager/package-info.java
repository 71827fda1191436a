/** Starts, stops and watches over all of it: life cycle, signals, health, metrics, diagnostics. */
@NullMarked
package dev.controllerruntime.manager;

import org.jspecify.annotations.NullMarked;
