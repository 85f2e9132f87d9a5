// Sandbox: one sandbox that lives (docs/sandboxes.md), for the tools of one rollout, over the
// routes of whoever judges: in this process or on a server.
//
// Whose fault it is, is what counts here: an Error of code kInvalidArgument is the model's doing
// (no such file, no such program, its memory is used up) and is told to it; every other one is a
// fault of the sandbox, after which nothing can be said of the rollout.
//
// Blocks; used by one thread at a time. Its end ends the sandbox.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "service/judge.h"

namespace assay::env {

struct SandboxOrder {
  std::string image;  // empty: the server's own toolchains
  std::optional<int64_t> memory_mb;
  std::optional<double> cpus;
  std::vector<std::pair<std::string, std::string>> labels;
  std::string key;  // of this sandbox alone, so that a request that is repeated makes one
};

struct Program {
  std::string command;            // for bash; or else
  std::vector<std::string> argv;  // the program and its arguments
  std::string input;              // what it reads
  std::string directory;          // empty: the home directory
  double timeout_s = 60;
  int64_t output_bytes = 1 << 20;  // kept of each of the two outputs
};

struct ProgramEnd {
  std::string output;
  std::string errors;
  std::optional<int64_t> exit_code;
  std::string signal;
  bool timed_out = false;
  bool out_of_memory = false;
  bool truncated = false;
};

class Sandbox {
 public:
  // Waits while the server has no room; `stop` ends the waiting and may be null. kInvalidArgument:
  // it refuses the order (an image that it doesn't have). `judge` outlives the sandbox.
  static Result<std::unique_ptr<Sandbox>> Make(service::Judge* judge, const SandboxOrder& order,
                                               const std::atomic<bool>* stop);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;

  const std::string& id() const { return id_; }
  Result<ProgramEnd> Run(const Program& program);
  // At most the first `most_bytes`.
  Result<std::string> Read(const std::string& path, int64_t most_bytes);
  Status Write(const std::string& path, std::string bytes);

 private:
  Sandbox(service::Judge* judge, std::string id, const std::atomic<bool>* stop)
      : judge_(judge), id_(std::move(id)), stop_(stop) {}
  Result<service::Answer> Ask(service::Question question);
  std::string FileTarget(const std::string& path) const;

  service::Judge* const judge_;
  const std::string id_;
  const std::atomic<bool>* const stop_;
};

// Ends all sandboxes with that label, which a run that was killed has left.
Status EndSandboxes(service::Judge* judge, const std::string& label, const std::string& value);

// The ids of sandboxes with that label that have ended.
Result<std::vector<std::string>> EndedSandboxes(service::Judge* judge, const std::string& label,
                                                const std::string& value);

}  // namespace assay::env
