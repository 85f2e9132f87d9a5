#include "sessions/process_book.h"

#include <algorithm>

namespace assay {

Status ProcessBook::CheckRoom(bool keyed) const {
  const auto full = [](const std::string& what) {
    return Error{ErrorCode::kResource, "sandbox.exec", 0, what};
  };
  if (running_.size() >= kMostRunning) {
    return full("the sandbox runs " + std::to_string(running_.size()) + " processes already");
  }
  if (keyed && keyed_.size() >= kMostKeyed) {
    return full(
        "too many processes with keys have ended in the last two minutes: they are "
        "remembered so long, and no more of them can be");
  }
  return {};
}

void ProcessBook::Add(RunPtr run) {
  const int64_t number = next_++;
  if (!run->key().empty()) keys_[run->key()] = run;
  numbers_[run.get()] = number;
  running_[number] = run;
  all_[number] = std::move(run);
}

void ProcessBook::Ended(const ProcessRun& run, SteadyTime now) {
  const auto number = numbers_.find(&run);
  if (number == numbers_.end()) return;
  const auto found = running_.find(number->second);
  if (found == running_.end()) return;
  std::deque<EndedRun>& ended = run.key().empty() ? unkeyed_ : keyed_;
  ended.push_back({std::move(found->second), now});
  running_.erase(found);
  if (unkeyed_.size() > kMostEnded) Drop(&unkeyed_);
}

void ProcessBook::Drop(std::deque<EndedRun>* ended) {
  const RunPtr run = std::move(ended->front().run);
  ended->pop_front();
  const auto number = numbers_.find(run.get());
  all_.erase(number->second);
  numbers_.erase(number);
  if (!run->key().empty()) keys_.erase(run->key());
}

void ProcessBook::Forget(SteadyTime now) {
  for (std::deque<EndedRun>* ended : {&keyed_, &unkeyed_}) {
    while (!ended->empty() && ended->front().at + kKeepEnded <= now) Drop(ended);
  }
}

std::optional<SteadyTime> ProcessBook::NextForget() const {
  std::optional<SteadyTime> next;
  for (const std::deque<EndedRun>* ended : {&keyed_, &unkeyed_}) {
    if (ended->empty()) continue;
    const SteadyTime at = ended->front().at + kKeepEnded;
    if (!next || at < *next) next = at;
  }
  return next;
}

ProcessBook::RunPtr ProcessBook::FindKey(const std::string& key) const {
  const auto found = keys_.find(key);
  return found == keys_.end() ? nullptr : found->second;
}

ProcessBook::RunPtr ProcessBook::FindPid(int pid) const {
  for (const auto* runs : {&running_, &all_}) {
    const auto found = std::find_if(runs->rbegin(), runs->rend(), [pid](const auto& entry) {
      return entry.second->pid() == pid;
    });
    if (found != runs->rend()) return found->second;
  }
  return nullptr;
}

ProcessBook::RunPtr ProcessBook::FindTag(const std::string& tag) const {
  if (tag.empty()) return nullptr;
  const auto found = std::find_if(all_.rbegin(), all_.rend(), [&](const auto& entry) {
    return entry.second->request()->tag == tag;
  });
  return found == all_.rend() ? nullptr : found->second;
}

std::vector<ProcessBook::RunPtr> ProcessBook::All() const {
  std::vector<RunPtr> runs;
  runs.reserve(all_.size());
  for (const auto& [number, run] : all_) runs.push_back(run);
  return runs;
}

std::vector<ProcessBook::RunPtr> ProcessBook::Running() const {
  std::vector<RunPtr> runs;
  runs.reserve(running_.size());
  for (const auto& [number, run] : running_) runs.push_back(run);
  return runs;
}

bool ProcessBook::attended() const {
  return std::any_of(running_.begin(), running_.end(),
                     [](const auto& entry) { return entry.second->attended(); });
}

}  // namespace assay
