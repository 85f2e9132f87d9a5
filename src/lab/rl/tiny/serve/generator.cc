#include "lab/rl/tiny/serve/generator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/rl/tiny/task/alphabet.h"

namespace assay::tiny {

Generator::Generator(const Shape& shape, int slots, uint64_t seed, std::vector<float> parameters)
    : shape_(shape),
      seed_(seed),
      writer_(shape, slots),
      slots_(static_cast<size_t>(slots)),
      used_(std::move(parameters)),
      thread_([this] { Work(); }) {}

Generator::~Generator() {
  End();
}

void Generator::End() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

bool Generator::Submit(WriteAsk ask, OnWritten on_written) {
  MutexLock lock(mutex_);
  if (ending_ || waiting_.size() >= kMostWaiting) return false;
  Job job{std::move(ask), std::move(on_written), Dice(Mix(seed_ + ++asked_ * kGoldenStep)), {}};
  waiting_.push_back(std::move(job));
  changed_.NotifyAll();
  return true;
}

void Generator::Pause() {
  MutexLock lock(mutex_);
  paused_ = true;
  while (writing_) changed_.Wait(mutex_);
}

void Generator::Resume() {
  MutexLock lock(mutex_);
  paused_ = false;
  changed_.NotifyAll();
}

void Generator::SetParameters(std::vector<float> parameters) {
  MutexLock lock(mutex_);
  newer_ = std::move(parameters);
}

bool Generator::TakeJobs() {
  bool any = false;
  for (std::optional<Job>& slot : slots_) {
    if (!slot && !waiting_.empty()) {
      slot = std::move(waiting_.front());
      waiting_.pop_front();
    }
    any = any || slot.has_value();
  }
  return any;
}

void Generator::Work() {
  while (true) {
    {
      MutexLock lock(mutex_);
      writing_ = false;
      changed_.NotifyAll();
      while (!ending_ && (paused_ || !TakeJobs())) changed_.Wait(mutex_);
      if (ending_) break;
      if (newer_) used_ = *std::exchange(newer_, std::nullopt);
      writing_ = true;
    }
    Advance();
  }
  std::deque<Job> left;
  {
    MutexLock lock(mutex_);
    left.swap(waiting_);
  }
  for (std::optional<Job>& slot : slots_) {
    if (slot) left.push_back(std::move(*slot));
  }
  for (const Job& job : left) job.on_written(std::nullopt);
}

void Generator::Advance() {
  std::vector<Writer::Step> steps;
  std::vector<size_t> who;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (!slots_[i]) continue;
    const Job& job = *slots_[i];
    const auto at = static_cast<size_t>(job.position);
    const size_t prompt = job.ask.prompt.size();
    const int token = at < prompt ? job.ask.prompt[at] : job.written.tokens[at - prompt];
    steps.push_back({static_cast<int>(i), job.position, token});
    who.push_back(i);
  }
  const std::span<const float> logits = writer_.Read(used_, steps);
  const auto width = static_cast<size_t>(shape_.vocabulary);
  for (size_t i = 0; i < who.size(); ++i) {
    Job& job = *slots_[who[i]];
    if (static_cast<size_t>(++job.position) < job.ask.prompt.size()) continue;
    Choose(logits.subspan(i * width, width), &job);
    if (!job.done) continue;
    job.on_written(std::move(job.written));
    slots_[who[i]].reset();
  }
}

void Generator::Choose(std::span<const float> logits, Job* job) const {
  const double temperature = job->ask.temperature;
  const auto greatest = std::max_element(logits.begin(), logits.end());
  const auto most = static_cast<double>(*greatest);
  double sum = 0, sum_drawn = 0;
  for (const float logit : logits) {
    const double below = static_cast<double>(logit) - most;
    sum += std::exp(below);
    if (temperature > 0) sum_drawn += std::exp(below / temperature);
  }
  auto token = static_cast<size_t>(greatest - logits.begin());
  if (temperature > 0) {
    constexpr size_t kSteps = size_t{1} << 52;
    double left = static_cast<double>(job->dice.Below(kSteps)) / static_cast<double>(kSteps);
    left *= sum_drawn;
    for (token = 0; token + 1 < logits.size(); ++token) {
      left -= std::exp((static_cast<double>(logits[token]) - most) / temperature);
      if (left < 0) break;
    }
  }
  Written& written = job->written;
  written.tokens.push_back(static_cast<int>(token));
  written.logprobs.push_back(
      static_cast<float>(static_cast<double>(logits[token]) - most - std::log(sum)));
  const bool ended = static_cast<int>(token) == kEnd;
  // The last place of the context is for a token that is only written, never read.
  const bool full = static_cast<int>(written.tokens.size()) >= job->ask.max_tokens ||
                    job->position + 1 >= shape_.context;
  written.truncated = full && !ended;
  job->done = full || ended;
}

}  // namespace assay::tiny
