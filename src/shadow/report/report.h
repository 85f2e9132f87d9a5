// The report of a shadow audit: for programs (report.json) and for people.
//
// Pure; any thread.
#pragma once

#include <cstdint>
#include <string>

#include "shadow/report/tally.h"

namespace assay::shadow {

struct ReportHead {
  std::string build;    // what judged
  std::string subject;  // the peer's URL, or the logs
  std::string judge;    // "this process" or the server's URL
  std::string folder;   // where the disagreements are; empty: nowhere
  bool finished = true;
  double seconds = 0;  // since the beginning
};

std::string ReportJson(const ReportHead& head, const Tally& tally);
std::string ReportText(const ReportHead& head, const Tally& tally);

}  // namespace assay::shadow
