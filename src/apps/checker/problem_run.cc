#include "apps/checker/problem_run.h"

#include <chrono>
#include <cstdio>
#include <thread>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "lab/problems/source/problem_rows.h"

namespace assay {

int FailChecker(const std::string& message) {
  std::fprintf(stderr, "assay checker: %s\n", message.c_str());
  return kCheckerFault;
}

std::vector<std::string> FilesRead(const CheckerRun& run) {
  std::vector<std::string> files = {run.checker_file};
  for (const std::string& path : run.paths) {
    const auto sources = lab::FindProblemSources({path});
    if (sources.ok()) files.insert(files.end(), sources->begin(), sources->end());
  }
  return files;
}

void CheckerProgress::Count(const std::string& ending) {
  {
    MutexLock lock(mutex_);
    ++counts_[ending];
    ++done_;
  }
  if (!IsTerminal(stderr)) return;
  std::fprintf(stderr, "\r\x1B[Kassay checker %s: %s", verb_, Text().c_str());
}

size_t CheckerProgress::Of(const std::string& ending) const {
  MutexLock lock(mutex_);
  const auto found = counts_.find(ending);
  return found == counts_.end() ? 0 : found->second;
}

std::string CheckerProgress::Text() const {
  MutexLock lock(mutex_);
  std::string text = std::to_string(done_) + " problems";
  const char* separator = ": ";
  for (const auto& [ending, count] : counts_) {
    text += separator + std::to_string(count) + " " + ending;
    separator = ", ";
  }
  return text;
}

Result<ProblemRunEnd> RunOnProblems(const CheckerRun& run, std::atomic<bool>* stop,
                                    const synth::ProblemPool::Work& work) {
  const Interrupt interrupt;
  std::atomic<bool> over{false};
  std::thread watch([&] {
    while (!over) {
      if (interrupt.Raised()) stop->store(true);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  });
  Result<SourceCounts> counts = SourceCounts{};
  {
    synth::ProblemPool pool(run.parallel, stop, work);
    counts = ForEachProblem(run.paths, [&](synth::SynthProblem problem) {
      pool.Add(std::move(problem));
      return !stop->load();
    });
  }
  over = true;
  watch.join();
  if (IsTerminal(stderr)) std::fputs("\n", stderr);
  if (!counts.ok()) return counts.error();
  return ProblemRunEnd{*counts, interrupt.Raised()};
}

}  // namespace assay
