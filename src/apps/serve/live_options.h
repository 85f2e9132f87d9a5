// LiveOptions: the options of a server that runs, and what SIGHUP makes of a changed configuration
// file: what can be applied is, and what can't is said. Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "api/node/node_routes.h"
#include "apps/setup/options.h"
#include "base/mutex.h"

namespace assay {

class LiveOptions {
 public:
  explicit LiveOptions(const Options& options) : options_(options) {}

  // Reads flags, variables and file again. What reloads (options_report.h) is taken and handed to
  // `apply`, unless that says why it can't be; then, and with a fault in the file, all stays as it
  // is. The log says what has changed and what takes a restart.
  void Reload(const std::function<Status(const Options&)>& apply) ASSAY_EXCLUDES(mutex_);
  // For /v1/admin/config.
  std::vector<ConfigRow> Rows() const ASSAY_EXCLUDES(mutex_);
  Options options() const ASSAY_EXCLUDES(mutex_);

 private:
  mutable Mutex mutex_;
  Options options_ ASSAY_GUARDED_BY(mutex_);
  std::map<std::string, std::string> pending_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
