#include "api/native/verify_batch.h"

#include <algorithm>
#include <utility>

#include "api/native/sandbox_reading.h"
#include "api/problems/unknown_fields.h"
#include "api/shared/text_budget.h"

namespace assay {
namespace {

constexpr size_t kMostFaultsOfOne = 5;

}  // namespace

void VerifyFinder::FindGiven() {
  found_ = DecodeGiven(request_.problems, parts_.languages, problems_);
  for (VerifyItem& item : request_.items) {
    if (!item.problem) continue;
    item.faults.Insert(request_.problems[*item.problem].faults_before,
                       found_[*item.problem].faults);
  }
  WarnOfUnnamed();
  if (request_.single) return;
  // Many submissions may share a problem, and each repeats its faults.
  for (VerifyItem& item : request_.items) item.faults.Truncate(kMostFaultsOfOne);
}

void VerifyFinder::WarnOfUnnamed() {
  if (request_.items.empty()) return;
  std::vector<std::string>& warnings = request_.items[0].warnings;
  for (const UnnamedProblem& unnamed : request_.unnamed) {
    const FieldErrors& faults =
        unnamed.source && unnamed.faults.empty() ? found_[*unnamed.source].faults : unnamed.faults;
    if (faults.empty() || warnings.size() >= kMostWarnings) continue;
    const FieldError& first = faults.errors().front();
    warnings.push_back(ToString(first.path) + ": " + first.message +
                       "; no submission names this problem");
  }
}

void VerifyFinder::ReadSandboxes(Sandboxes* sandboxes, std::string tenant,
                                 std::function<void()> done) {
  ReadSandboxSources(sandboxes, std::move(tenant), &request_,
                     [this, done = std::move(done)](std::shared_ptr<const void> held) {
                       held_ = std::move(held);
                       if (!request_.single) {
                         for (VerifyItem& item : request_.items)
                           item.faults.Truncate(kMostFaultsOfOne);
                       }
                       done();
                     });
}

bool VerifyFinder::FindInMemory() {
  return assay::FindInMemory(request_.problems, problems_, &found_) && !BundlesMayWait();
}

bool VerifyFinder::BundlesMayWait() const {
  return std::any_of(request_.items.begin(), request_.items.end(), [&](const VerifyItem& item) {
    return item.bundle && item.problem &&
           BundlePlanner::MayWait(request_.problems[*item.problem], item.embed_tests, problems_);
  });
}

VerifyBatch VerifyFinder::Finish() {
  FindNamed(request_.problems, problems_, &found_);
  VerifyBatch batch;
  batch.single = request_.single;
  batch.stream = request_.stream;
  batch.held = std::move(held_);
  batch.tasks.reserve(request_.items.size());
  BundlePlanner bundles(parts_, problems_);
  for (VerifyItem& item : request_.items) {
    batch.tasks.push_back(MakeTask(std::move(item), batch.tasks.size(), &bundles));
  }
  return batch;
}

VerifyTask VerifyFinder::MakeTask(VerifyItem item, size_t index, BundlePlanner* bundles) {
  VerifyTask task;
  task.submission = std::move(item.submission);
  task.unread = std::move(item.unread);
  Submission& submission = task.submission;
  VerifyEcho& echo = task.echo;
  echo.id = submission.id;
  echo.origin = submission.origin;
  echo.index = index;
  echo.time_multiplier = parts_.time_multiplier;
  echo.limits = submission.limits;
  echo.warnings = std::move(item.warnings);
  echo.faults = std::move(item.faults);
  if (!echo.faults.empty() || task.unread) return task;
  const ProblemSource& source = request_.problems[*item.problem];
  submission.problem = found_[*item.problem].problem;
  if (found_[*item.problem].unknown) {
    task.unknown_problem = UnknownProblemText(source.name);
  } else if (item.bundle) {
    echo.bundle = bundles->Plan(submission, source, item.embed_tests);
    if (!echo.bundle) {  // its text has left the store
      task.unknown_problem = UnknownProblemText(source.name);
      submission.problem = nullptr;
    }
  }
  if (submission.problem) {
    for (const TestCase& test : submission.problem->tests) echo.test_ids.push_back(test.id);
  }
  echo.extraction = std::move(item.extraction);
  echo.include_output = item.include_output;
  echo.include_output_bytes = item.include_output_bytes;
  echo.text_bytes = ReplyTextShare(request_.items.size());
  return task;
}

}  // namespace assay
