// RowRun: what commands have in common that judge rows of problems into a folder: which rows and
// whose judge, as the command line says it, and a run that an interrupt ends and the same command
// goes on with.
//
// Used by the main thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command_line.h"
#include "apps/setup/judges.h"
#include "base/result.h"
#include "lab/problems/records/row_run.h"

namespace assay {

// What a command says of its options.
struct RowWords {
  std::string command;  // "audit": in complaints, behind "assay "
  std::string files;    // of the argument
  std::string out;      // of --out
  std::string out_for;  // "what is found": whose folder nobody named
  std::string parallel;
};

class RowRun {
 public:
  explicit RowRun(RowWords words) : words_(std::move(words)) {}

  // The arguments before and behind those that are the command's own.
  void AddFirst(CommandLine* command);
  void AddLast(CommandLine* command);
  // Empty, or what is wrong with them, naming the option.
  std::string Fault() const;

  const std::string& format() const { return format_; }
  const std::string& out() const { return out_; }
  // For a report.
  std::string JudgeName() const;
  // Reads the files once.
  Result<lab::RowFiles> Survey() const;

  // On stderr. Returns the exit code.
  int Complain(int exit_code, const std::string& message) const;

  struct Work {
    service::Judge* judge = nullptr;
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    // By one thread at a time, after each row: how many are done, and what to say of them.
    std::function<void(int64_t done, const std::string& note)> tell;
  };
  // Has `work` done unless all `rows` are. No verdict comes from a cache. Returns an exit code when
  // the command ends with it; it has complained then.
  std::optional<int> Run(const Options& options, const lab::RecordFolder& folder, int64_t rows,
                         const std::function<Status(const Work&)>& work) const;

 private:
  const RowWords words_;
  std::vector<std::string> files_;
  std::string format_;
  std::string out_;
  ServerArguments server_;
  int64_t limit_ = 0;
  int parallel_ = 0;
};

}  // namespace assay
