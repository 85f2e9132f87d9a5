#include "history/findings/detectors.h"

#include <algorithm>
#include <cmath>

#include "history/findings/chance.h"

namespace assay {
namespace {

constexpr int64_t kLeastVerdicts = 200;  // of a node
constexpr double kLeastLostShare = 0.01;
constexpr double kUsualLostShare = 0.003;  // at least, of the others
const double kMillionth = std::log(1e-6);

}  // namespace

Tallies TallyOf(const RecentVerdicts& recent, const std::string& tenant) {
  Tallies tallies;
  recent.Visit([&](const RecentView& view) {
    if (tenant.empty()) {
      tallies = Tally(view, nullptr);
    } else {
      tallies = Tally(view, [&](const RecentVerdict& verdict) {
        return view.names.Get(verdict.tenant) == tenant;
      });
    }
  });
  return tallies;
}

std::vector<Finding> FindAll(const Tallies& tallies) {
  std::vector<Finding> all = FindInProblems(tallies.problems);
  for (auto* more : {&FindInRuns}) {
    auto found = more(tallies.runs);
    std::move(found.begin(), found.end(), std::back_inserter(all));
  }
  auto nodes = FindInNodes(tallies.nodes);
  std::move(nodes.begin(), nodes.end(), std::back_inserter(all));
  std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.count > b.count;
  });
  return all;
}

std::vector<Finding> FindInNodes(const std::vector<NodeTally>& nodes) {
  std::vector<Finding> found;
  int64_t total = 0;
  int64_t lost = 0;
  for (const NodeTally& node : nodes) {
    total += node.total;
    lost += node.infrastructure.count;
  }
  for (const NodeTally& node : nodes) {
    const int64_t count = node.infrastructure.count;
    if (node.total < kLeastVerdicts) continue;
    const double share = static_cast<double>(count) / static_cast<double>(node.total);
    const auto others = static_cast<double>(std::max<int64_t>(total - node.total, 1));
    const double usual =
        std::clamp(static_cast<double>(lost - count) / others, kUsualLostShare, 0.5);
    if (share < kLeastLostShare || LogChanceOfAtLeast(count, node.total, usual) > kMillionth) {
      continue;
    }
    Finding finding;
    finding.kind = FindingKind::kInfrastructureShare;
    finding.severity = share >= 0.05 ? Severity::kSerious : Severity::kWarning;
    finding.subject_kind = SubjectKind::kNode;
    finding.subject = node.name;
    finding.text = std::to_string(count) + " of " + std::to_string(node.total) +
                   " verdicts were lost by faults of ours, a usual share being " +
                   std::to_string(usual * 100).substr(0, 4) + " %.";
    finding.count = count;
    finding.since = node.infrastructure.since;
    finding.evidence = node.infrastructure.ids;
    found.push_back(std::move(finding));
  }
  return found;
}

}  // namespace assay
