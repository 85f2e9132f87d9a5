#include "lab/eval/run/grade_pool.h"

#include <algorithm>
#include <chrono>

#include "lab/eval/official/harness.h"
#include "lab/eval/run/self_check.h"

namespace assay::eval {
namespace {

// A stop is noticed within this time.
constexpr std::chrono::milliseconds kBetweenLooks{100};

const size_t kNone = static_cast<size_t>(-1);

size_t IndexOf(const LoadedBenchmark& benchmark, std::string_view id) {
  const std::vector<EvalItem>& items = benchmark.items();
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const EvalItem& item) { return item.id == id; });
  return found == items.end() ? kNone : static_cast<size_t>(found - items.begin());
}

AnswerText TextOf(const rollout::GenerationRecord& record) {
  AnswerText text;
  text.content = record.content;
  text.reasoning = record.reasoning;
  text.truncated = record.truncated;
  text.is_program = record.form == rollout::AnswerForm::kProgram;
  return text;
}

}  // namespace

std::string RulesVersion() {
  return "eval-2," + std::string(kOfficialRules);
}

GradePool::GradePool(const LoadedBenchmark& benchmark, const GradePoolOptions& options,
                     rollout::RunFolder* folder, service::Judge* judge)
    : benchmark_(benchmark),
      options_(options),
      folder_(folder),
      judge_(judge),
      rules_(RulesVersion()) {
  for (int i = 0; i < std::max(options.threads, 1); ++i) threads_.emplace_back([this] { Work(); });
}

GradePool::~GradePool() {
  [[maybe_unused]] const Status ignored = Finish();
}

void GradePool::Add(rollout::GenerationRecord answer) {
  if (answer.error) return;
  MutexLock lock(mutex_);
  while (waiting_.size() >= options_.queue && !Stopped()) {
    changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + kBetweenLooks);
  }
  if (Stopped()) return;  // it is on the disk; the next start judges it
  waiting_.push_back(std::move(answer));
  changed_.NotifyAll();
}

Status GradePool::Finish() {
  {
    const MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  const MutexLock lock(mutex_);
  return kept_;
}

GradeCounts GradePool::counts() const {
  const MutexLock lock(mutex_);
  return counts_;
}

void GradePool::Work() {
  while (true) {
    rollout::GenerationRecord answer;
    {
      const MutexLock lock(mutex_);
      while (waiting_.empty() && !ending_ && !Stopped()) {
        changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + kBetweenLooks);
      }
      if (waiting_.empty() || Stopped()) return;
      answer = std::move(waiting_.front());
      waiting_.pop_front();
      changed_.NotifyAll();
    }
    Judge(answer);
  }
}

void GradePool::Judge(const rollout::GenerationRecord& answer) {
  const size_t item = IndexOf(benchmark_, answer.item);
  if (item == kNone) return;
  const std::string& problem = benchmark_.items()[item].problem_sha;
  for (const GradeProfile profile : options_.profiles) {
    rollout::VerdictRecord verdict;
    verdict.profile = std::string(ProfileName(profile));
    verdict.key = rollout::VerdictKey(answer.key, problem, verdict.profile, rules_);
    if (folder_->StateOfVerdict(verdict.key) == rollout::RowState::kDone) continue;
    const GradedAnswer graded =
        GradeAnswer(benchmark_, item, TextOf(answer), profile, *judge_, {}, options_.stop);
    // What a stop cut short is no verdict, and no failure worth a row.
    if (Stopped() && graded.grade.state == SampleState::kErrored) return;
    verdict.generation = answer.key;
    verdict.item = answer.item;
    verdict.sample = answer.sample;
    verdict.state = std::string(StateName(graded.grade.state));
    verdict.reason = graded.grade.reason;
    verdict.message = graded.grade.message;
    verdict.partial = graded.grade.partial;
    verdict.parts = graded.grade.parts;
    verdict.answer = graded.grade.answer;
    verdict.rule = graded.rule;
    verdict.truncated = graded.flags.truncated;
    verdict.empty = graded.flags.empty;
    verdict.unextracted = graded.flags.unextracted;
    verdict.code_sha = graded.code_sha;
    Status kept = folder_->Append(verdict);
    const MutexLock lock(mutex_);
    if (!kept.ok() && kept_.ok()) kept_ = std::move(kept);
    switch (graded.grade.state) {
      case SampleState::kPassed: ++counts_.passed; break;
      case SampleState::kFailed: ++counts_.failed; break;
      case SampleState::kMasked: ++counts_.masked; break;
      case SampleState::kErrored: ++counts_.errored; break;
    }
  }
}

}  // namespace assay::eval
