#include "apps/package/package_judge.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>

#include "data/packages/problem/package_problem.h"

namespace assay {
namespace {

void DropOutputs(RunResult* run) {
  run->stdout_bytes = {};
  run->stderr_bytes = {};
  run->reply_bytes = {};
  run->files.clear();
}

}  // namespace

Limits LimitsOf(const ProblemPackage& package, double limit_s) {
  Limits limits;
  limits.cpu_time = FromSeconds(limit_s);
  // Waiting is not judged as such; a program that sleeps ends all the same.
  limits.wall_time = FromSeconds(2 * limit_s + 1);
  limits.memory_bytes = package.limits.memory_mb << 20;
  limits.output_bytes = package.limits.output_mb << 20;
  return limits;
}

// The runs of one row under way: one for each part, written by the engine's threads.
struct PackageJudge::Pending {
  PackageRow* row = nullptr;
  std::vector<SubmissionResult> results;
  std::vector<TicketPtr> tickets;
  std::atomic<size_t> left{0};
  std::future<void> ended;
};

PackageJudge::PackageJudge(const ProblemPackage& package, ProblemPtr problem, SteadyTime deadline,
                           const Interrupt& interrupt, Machine& machine, Finished finished)
    : package_(package),
      problem_(std::move(problem)),
      parts_(PartsOf(package)),
      deadline_(deadline),
      interrupt_(interrupt),
      machine_(machine),
      finished_(std::move(finished)) {
  for (const TestPart& part : parts_) {
    auto share = std::make_shared<Problem>(*problem_);
    share->tests.assign(package.tests.begin() + static_cast<ptrdiff_t>(part.begin),
                        package.tests.begin() + static_cast<ptrdiff_t>(part.end));
    part_problems_.push_back(std::move(share));
  }
}

Submission PackageJudge::SubmissionOf(const PackageRow& row, size_t part, double limit_s) const {
  PackageProgram program = ProgramOf(machine_.languages().entries(), row.submission->files);
  Submission submission;
  submission.id = row.submission->path;
  submission.language = row.language;
  submission.code = std::move(program.source);
  submission.files = std::move(program.files);
  submission.problem = part_problems_[part];
  submission.compile_flags = machine_.languages().ContestFlags(row.language);
  submission.limits = LimitsOf(package_, limit_s);
  submission.compile_limits.cpu_time = FromSeconds(60);
  submission.compile_limits.wall_time = FromSeconds(120);
  submission.compile_limits.memory_bytes = 2LL << 30;
  submission.stop = parts_[part].stop;
  return submission;
}

void PackageJudge::Start(PackageRow* row, double limit_s, Pending* pending) {
  pending->row = row;
  row->hard_limit_s = limit_s;
  pending->results.resize(parts_.size());
  pending->left = parts_.size();
  // Shared, since the thread that sets it may still be inside when the waiting one goes on.
  auto end = std::make_shared<std::promise<void>>();
  pending->ended = end->get_future();
  const auto done = [pending, end](size_t part, SubmissionResult result) {
    for (TestResult& test : result.tests) DropOutputs(&test.run);
    if (result.compile) DropOutputs(&*result.compile);
    pending->results[part] = std::move(result);
    if (--pending->left == 0) end->set_value();
  };
  for (size_t part = 0; part < parts_.size(); ++part) {
    auto ticket = machine_.engine().Submit(
        SubmissionOf(*row, part, limit_s),
        [done, part](SubmissionResult result) { done(part, std::move(result)); });
    if (ticket.ok()) {
      pending->tickets.push_back(std::move(ticket).value());
    } else {
      SubmissionResult refused;
      refused.message = ticket.error().message;
      done(part, std::move(refused));
    }
  }
}

void PackageJudge::Finish(Pending* pending) {
  PackageRow* row = pending->row;
  row->run = {};
  row->slowest_s = 0;
  row->judged = true;
  for (size_t part = 0; part < parts_.size(); ++part) {
    SubmissionResult& result = pending->results[part];
    row->judged &= result.cause != Cause::kCancelled;
    if (part == 0) row->run.compile = result.compile;
    // A part that was refused has no tests.
    TestResult missing;
    missing.cause = result.cause;
    missing.reason = result.reason;
    missing.message = result.message;
    result.tests.resize(parts_[part].end - parts_[part].begin, missing);
    for (TestResult& test : result.tests) {
      row->slowest_s = std::max(row->slowest_s, ToSeconds(test.run.cpu_time));
      row->run.tests.push_back(std::move(test));
    }
  }
  if (finished_) finished_(*row);
}

bool PackageJudge::EndsInTime(const std::future<void>& ended) const {
  constexpr std::chrono::milliseconds kBetweenLooks{100};
  while (!interrupt_.Raised()) {
    const SteadyTime now = std::chrono::steady_clock::now();
    const auto status =
        ended.wait_until(std::min(deadline_, now + SteadyTime::duration(kBetweenLooks)));
    if (status == std::future_status::ready) return true;
    if (now >= deadline_) return false;
  }
  return ended.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void PackageJudge::Judge(const std::vector<PackageRow*>& rows, double limit_s) {
  std::vector<std::unique_ptr<Pending>> all;
  for (PackageRow* row : rows) {
    all.push_back(std::make_unique<Pending>());
    Start(row, limit_s, all.back().get());
  }
  bool late = false;
  for (const auto& pending : all) {
    if (!late && !EndsInTime(pending->ended)) {
      late = true;
      for (const auto& other : all) {
        for (const TicketPtr& ticket : other->tickets) ticket->Cancel();
      }
    }
    pending->ended.wait();
    Finish(pending.get());
  }
}

}  // namespace assay
