#include "api/history/history_metrics.h"

namespace assay {

void WriteHistoryMetrics(const HistoryStats& stats, MetricPage* page) {
  page->Header(
      "assay_history_verdicts_total",
      "Verdicts for the history: kept, left out so that its thread keeps to its share of the "
      "CPU, or dropped because its queue was full or its disk failed.",
      MetricType::kCounter);
  page->Sample("assay_history_verdicts_total", RenderLabel("outcome", "kept"), stats.recorded);
  page->Sample("assay_history_verdicts_total", RenderLabel("outcome", "sampled_out"),
               stats.sampled_out);
  page->Sample("assay_history_verdicts_total", RenderLabel("outcome", "dropped_full"),
               stats.dropped_full);
  page->Sample("assay_history_verdicts_total", RenderLabel("outcome", "dropped_disk"),
               stats.dropped_disk);
  page->Gauge("assay_history_rows", "Verdicts that the history has.", stats.rows);
  page->Gauge("assay_history_bytes", "Bytes of its file that are in use.", stats.bytes);
  page->Gauge("assay_history_listeners", "Clients that listen to events.", stats.subscribers);
  page->Header("assay_history_listeners_dropped_total",
               "Clients that were too slow for the events.", MetricType::kCounter);
  page->Sample("assay_history_listeners_dropped_total", "", stats.subscribers_dropped);
  page->Header("assay_history_cpu_seconds_total", "CPU time of the thread that writes it.",
               MetricType::kCounter);
  page->Sample("assay_history_cpu_seconds_total", "", stats.cpu_s);
}

}  // namespace assay
