package dev.controllerruntime.controller;

import dev.controllerruntime.queue.WorkQueue;
import java.time.Instant;

/** Where the sources of a controller put their requests: priority 0, no cause. */
record QueueSink<R>(WorkQueue<R> queue) implements Controller.Sink<R> {
  @Override
  public void add(R request) {
    queue.add(request, 0, null);
  }

  @Override
  public void timer(String name, R request, Instant due) {
    queue.timer(name, request, due);
  }

  @Override
  public void cancel(String name, R request) {
    queue.cancel(name, request);
  }
}
