/**
 * Who may act: the Lease lock, the elector, and the fence that keeps a former leader from writing.
 */
@NullMarked
package dev.controllerruntime.leaderelection;

import org.jspecify.annotations.NullMarked;
