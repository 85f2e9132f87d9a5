// ChildProcess: a program that this one started and that ends with it, whatever ends it.
//
// Made and used by the main thread, while there is no other: it forks.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace assay {

class ChildProcess {
 public:
  // Its output goes to `log_path`, its input is empty. Errors: it can't be started, or `argv[0]`,
  // a path, can't be executed.
  static Result<ChildProcess> Start(std::vector<std::string> argv, const std::string& log_path);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  // Kills it, if it runs.
  ~ChildProcess();

  // The wait status, once it has ended; it is kept.
  std::optional<int> Ended();
  void Signal(int signal);
  // Waits for its end, and kills it at the deadline.
  void WaitUntil(SteadyTime deadline);

  const std::string& log_path() const { return log_path_; }

 private:
  ChildProcess(pid_t pid, std::string log_path) : pid_(pid), log_path_(std::move(log_path)) {}

  pid_t pid_;
  std::string log_path_;
  std::optional<int> ended_;
};

}  // namespace assay
