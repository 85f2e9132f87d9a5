#include "apps/serve/live_options.h"

#include <cstdlib>
#include <utility>

#include "apps/settings/options_report.h"
#include "base/log.h"

namespace assay {

void LiveOptions::Reload(const std::function<Status(const Options&)>& apply) {
  const Options before = options();
  const auto read = LoadOptions(before.flags, ::getenv, before.config_path);
  if (!read.ok()) {
    return spdlog::error("SIGHUP: {}; all options stay as they are", read.error().message);
  }
  Options after = before;
  std::map<std::string, std::string> pending;
  std::vector<std::string> changes;
  for (const OptionSpec& spec : OptionTable()) {
    const std::string name(spec.name);
    const std::string wanted = spec.ValueText(*read);
    if (wanted == spec.ValueText(before)) continue;
    const std::string shown = WithoutPasswords(wanted);
    if (!Reloads(name)) {
      pending[name] = shown;
      spdlog::warn("SIGHUP: {} is now '{}' in the file; that takes a restart", name, shown);
      continue;
    }
    if (const Status set = spec.Set(&after, wanted, name); !set.ok()) {
      return spdlog::error("SIGHUP: {}; all options stay as they are", set.error().message);
    }
    const auto source = read->sources.find(name);
    if (source == read->sources.end()) {
      after.sources.erase(name);
    } else {
      after.sources[name] = source->second;
    }
    changes.push_back(name + " = '" + shown + "'");
  }
  if (const Status applied = apply(after); !applied.ok()) {
    return spdlog::error("SIGHUP: {}; all options stay as they are", applied.error().message);
  }
  for (const std::string& change : changes) spdlog::info("SIGHUP: {}", change);
  if (changes.empty() && pending.empty()) spdlog::info("SIGHUP: no option has changed");
  MutexLock lock(mutex_);
  options_ = std::move(after);
  pending_ = std::move(pending);
}

std::vector<ConfigRow> LiveOptions::Rows() const {
  MutexLock lock(mutex_);
  std::vector<ConfigRow> rows;
  for (const OptionValue& value : ReportOptions(options_)) {
    ConfigRow row;
    row.name = value.spec->name;
    row.value = value.value;
    row.source = SourceName(value.source);
    row.reload = Reloads(row.name);
    if (const auto later = pending_.find(row.name); later != pending_.end()) {
      row.pending = later->second;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Options LiveOptions::options() const {
  MutexLock lock(mutex_);
  return options_;
}

}  // namespace assay
