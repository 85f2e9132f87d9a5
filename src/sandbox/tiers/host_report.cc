#include "sandbox/tiers/host_report.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "model/isolation.h"

namespace assay {
namespace {

std::string Detail(int error) {
  if (error == 0) return "works";
  if (error == kNotTried) return "not tried";
  return error == EPROTO ? "accepted, and not enforced" : std::strerror(error);
}

}  // namespace

void AddRequired(HostReport& report, std::string name, int error, std::string found,
                 std::string consequence, std::string remedy) {
  HostFeature feature;
  feature.name = std::move(name);
  feature.available = error == 0;
  feature.required = true;
  feature.detail = feature.available && !found.empty() ? std::move(found) : Detail(error);
  if (!feature.available) {
    feature.consequence = std::move(consequence);
    feature.remedy = std::move(remedy);
  }
  report.features.push_back(std::move(feature));
}

void AddSettableIds(HostReport& report) {
  constexpr const char* kCounter = "/proc/sys/kernel/ns_last_pid";
  HostFeature feature;
  feature.name = "settable process ids";
  feature.available = ::access(kCounter, F_OK) == 0;
  feature.detail = kCounter;
  if (!feature.available) {
    feature.consequence =
        "each run needs a new box, which is slow: their ids would tell how many processes ran "
        "before";
    feature.remedy = "a kernel with CONFIG_CHECKPOINT_RESTORE";
  }
  report.features.push_back(std::move(feature));
}

void Conclude(std::string_view tier, HostReport& report) {
  report.allowed = true;
  for (const HostFeature& feature : report.features) {
    if (feature.available || !feature.required) continue;
    // What was not tried is missing because of what was.
    if (!report.allowed && feature.detail == Detail(kNotTried)) continue;
    report.allowed = false;
    report.problem += report.problem.empty() ? "" : "; ";
    report.problem += feature.name + " (" + feature.detail + "): " + feature.consequence;
  }
  report.not_enforced = {
      "all boxes share the host's kernel: a hole in it is a way out; put mutually hostile tenants "
      "on different virtual machines",
  };
  for (const OpenChannel& channel : OpenChannels(tier)) {
    report.not_enforced.push_back(std::string(channel.name) + ": " + std::string(channel.what));
  }
}

}  // namespace assay
