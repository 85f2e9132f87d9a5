#include "apps/shadow/metrics_page.h"

#include <fmt/format.h>

namespace assay {
namespace {

std::string Head(const char* name, const char* kind, const char* help) {
  return fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, kind, help);
}

}  // namespace

std::string ShadowMetricsText(const shadow::Tally& tally) {
  std::string text =
      Head("assay_shadow_exchanges_total", "counter", "Exchanges by what became of them");
  const auto exchanges = [&](std::string_view outcome, int64_t count) {
    text += fmt::format("assay_shadow_exchanges_total{{outcome=\"{}\"}} {}\n", outcome, count);
  };
  for (const auto& row : shadow::kOutcomeNames.rows) exchanges(row.name, tally.Count(row.value));
  exchanges("relayed_only", tally.relayed_only());
  exchanges("dropped", tally.dropped());
  exchanges("sampled_out", tally.sampled_out());
  exchanges("left", tally.left());
  text += Head("assay_shadow_disagreements_total", "counter",
               "Results on which the peer and Assay differ, by reason and likely cause");
  for (const auto& [key, reason] : tally.reasons()) {
    text += fmt::format("assay_shadow_disagreements_total{{reason=\"{}\",cause=\"{}\"}} {}\n",
                        shadow::kDifferenceKindNames.NameOf(key.first),
                        shadow::kLikelyCauseNames.NameOf(key.second), reason.count);
  }
  text += Head("assay_shadow_seconds_total", "counter",
               "Seconds from request to answer, of exchanges that both answered");
  text += fmt::format("assay_shadow_seconds_total{{side=\"peer\"}} {}\n",
                      tally.times().peer_seconds.sum());
  text += fmt::format("assay_shadow_seconds_total{{side=\"ours\"}} {}\n",
                      tally.times().our_seconds.sum());
  return text;
}

}  // namespace assay
