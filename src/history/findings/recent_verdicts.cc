#include "history/findings/recent_verdicts.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace assay {
namespace {

uint64_t HashOf(std::string_view text) {
  return text.empty() ? 0 : std::hash<std::string_view>{}(text) | 1;
}

}  // namespace

NameId NameTable::Put(const std::string& name) {
  if (name.empty()) return 0;
  const auto [found, made] = ids_.try_emplace(name, static_cast<NameId>(names_.size()));
  if (made) names_.push_back(name);
  return found->second;
}

void RecentVerdicts::Add(const VerdictRecord& record) {
  RecentVerdict recent;
  recent.id = record.id;
  recent.time = record.time;
  recent.step = record.step.value_or(0);
  recent.has_step = record.step.has_value();
  if (!record.group.empty()) recent.group = HashOf(record.run + '\n' + record.group);
  recent.code = HashOf(record.code_sha256);
  recent.score = static_cast<float>(record.score.value_or(0));
  recent.masked = record.masked();
  recent.cpu_ms = static_cast<float>(record.cpu_ms);
  recent.cpu_limit_ms = static_cast<float>(record.cpu_limit_ms);
  recent.wait_ms = static_cast<float>(record.wait_ms);
  recent.first_failed = record.first_failed;
  recent.verdict = record.verdict;
  recent.cause = record.cause;
  recent.marks = record.marks;
  recent.cached = record.cached;
  recent.checker_failed = record.checker_failed;

  MutexLock lock(mutex_);
  recent.node = names_.Put(record.node);
  recent.run = names_.Put(record.run);
  recent.tenant = names_.Put(record.tenant);
  recent.problem = names_.Put(record.problem);
  recent.language = names_.Put(record.language);
  recent.reason = names_.Put(record.reason);
  newer_.push_back(recent);
  last_id_ = record.id;
  if (newer_.size() >= most_) {
    older_ = std::move(newer_);
    newer_ = {};
    gone_ = 0;
    RenewNames();
  } else if (older_.size() - gone_ + newer_.size() > most_) {
    ++gone_;
  }
}

void RecentVerdicts::RenewNames() {
  NameTable names;
  for (RecentVerdict& verdict : older_) {
    for (NameId* id : {&verdict.node, &verdict.run, &verdict.tenant, &verdict.problem,
                       &verdict.language, &verdict.reason}) {
      *id = names.Put(names_.Get(*id));
    }
  }
  names_ = std::move(names);
}

void RecentVerdicts::Visit(const std::function<void(const RecentView&)>& visit) const {
  MutexLock lock(mutex_);
  visit({older_, newer_, gone_, names_});
}

int64_t RecentVerdicts::last_id() const {
  MutexLock lock(mutex_);
  return last_id_;
}

size_t RecentVerdicts::size() const {
  MutexLock lock(mutex_);
  return older_.size() - gone_ + newer_.size();
}

}  // namespace assay
