/**
 * Who may act: the Lease lock, the elector, and the fence that keeps a former leader from writing.
 *
 * <p>Flow: {@link dev.controllerruntime.leaderelection.LeaderElection} runs the elector's steps on
 * one platform thread; a second platform thread watches the Lease while this process stands by, so
 * that a release is seen at once and a crash at the expiry computed from the last change. Each step
 * reads or writes the Lease through client and answers how long to wait. The {@link
 * dev.controllerruntime.leaderelection.Fence} is asked by client before every elected write. Used
 * by manager, which suspends and resumes controllers.
 *
 * <p>Time: expiry of a foreign lease is counted on this process's monotonic clock from the moment
 * its record was last <em>seen</em> to change; no other process's clock is trusted. The fence
 * counts from the <em>sending</em> of the last renewal that succeeded and closes when the monotonic
 * or the wall clock passes the renew deadline, so that it closes before anybody else may take over,
 * also after a pause of the machine. What no client can close: a process frozen between the check
 * and the write, and a write that waits inside the server; hence writes carry a version or uid
 * precondition wherever the API has one.
 *
 * <p>Threading: the elector belongs to the election thread; the fence may be asked from any thread.
 * Listeners are told gained and lost strictly in turn, on the election thread, of a renewal that
 * hangs past its deadline on that of the timers; they must not block: while they run nothing renews
 * the lease.
 */
@NullMarked
package dev.controllerruntime.leaderelection;

import org.jspecify.annotations.NullMarked;
