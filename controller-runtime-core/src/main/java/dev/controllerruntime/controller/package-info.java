/**
 * The immutable {@link dev.controllerruntime.controller.Controller} value, and what runs it:
 * workers, retry, timeouts. Takes requests from queue, calls reconciler. Built and stopped by
 * manager.
 */
@NullMarked
package dev.controllerruntime.controller;

import org.jspecify.annotations.NullMarked;
