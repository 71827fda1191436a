package dev.controllerruntime.metrics;

/**
 * Names and texts of the meters, as controller-runtime has them. Prometheus' naming convention adds
 * {@code _total} to counters; the names here leave it out where that would double it.
 */
final class MetricNames {
  /** A meter's name in Micrometer, and its help text. */
  record Name(String meter, String help) {}

  static final Name RECONCILE_TOTAL =
      new Name(
          "controller_runtime_reconcile_total", "Total number of reconciliations per controller");
  static final Name RECONCILE_ERRORS =
      new Name(
          "controller_runtime_reconcile_errors_total",
          "Total number of reconciliation errors per controller");
  static final Name TERMINAL_ERRORS =
      new Name(
          "controller_runtime_terminal_reconcile_errors_total",
          "Total number of terminal reconciliation errors per controller");
  static final Name RECONCILE_PANICS =
      new Name(
          "controller_runtime_reconcile_panics_total",
          "Total number of reconciliation panics per controller");
  static final Name RECONCILE_TIMEOUTS =
      new Name(
          "controller_runtime_reconcile_timeouts_total",
          "Total number of reconciliation timeouts per controller");
  static final Name RECONCILE_TIME =
      new Name(
          "controller_runtime_reconcile_time_seconds",
          "Length of time per reconciliation per controller");
  static final Name MAX_CONCURRENT =
      new Name(
          "controller_runtime_max_concurrent_reconciles",
          "Maximum number of concurrent reconciles per controller");
  static final Name ACTIVE_WORKERS =
      new Name(
          "controller_runtime_active_workers", "Number of currently used workers per controller");
  static final Name QUEUE_DEPTH =
      new Name("workqueue_depth", "Current depth of workqueue by workqueue and priority");
  static final Name QUEUE_ADDS =
      new Name("workqueue_adds_total", "Total number of adds handled by workqueue");
  static final Name QUEUE_DURATION =
      new Name(
          "workqueue_queue_duration_seconds",
          "How long in seconds an item stays in workqueue before being requested");
  static final Name WORK_DURATION =
      new Name(
          "workqueue_work_duration_seconds",
          "How long in seconds processing an item from workqueue takes.");
  static final Name UNFINISHED_WORK =
      new Name(
          "workqueue_unfinished_work_seconds",
          "How many seconds of work has been done that is in progress and hasn't been observed by"
              + " work_duration. Large values indicate stuck threads.");
  static final Name LONGEST_RUNNING =
      new Name(
          "workqueue_longest_running_processor_seconds",
          "How many seconds has the longest running processor for workqueue been running.");
  static final Name QUEUE_RETRIES =
      new Name(
          "workqueue_retries_total",
          "Total number of items added to the workqueue with a non-zero delay (back-off and"
              + " requeueAfter)");
  static final Name LEADER =
      new Name(
          "leader_election_master_status",
          "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1"
              + " indicates master. 'name' is the string used to identify the lease. Please make"
              + " sure to group by name.");
  static final Name REQUESTS =
      new Name(
          "rest_client_requests_total",
          "Number of HTTP requests, partitioned by status code, method, and host.");

  private MetricNames() {}
}
