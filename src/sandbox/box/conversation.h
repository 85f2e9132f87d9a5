// Conversation: one run in a box as the server follows it: the order, the pipes it writes to, the
// messages of its agent, cancellation, and a deadline for everything.
//
// Follow blocks until the report is there. Who follows two boxes at once takes its parts: poll
// entries out, what they say in. Not thread-safe; the request and the token outlive it.
#pragma once

#include <poll.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "runner/runner.h"
#include "sandbox/box/capture.h"
#include "sandbox/box/order.h"
#include "sandbox/wire/protocol.h"

namespace assay {

// What a run has as stdin and stdout instead of a file and a capture. Borrowed.
struct StandardPipes {
  int stdin_fd = -1;
  int stdout_fd = -1;
};

class Conversation {
 public:
  Conversation(int socket, const RunRequest& request, const CancelToken* cancel)
      : socket_(socket), request_(request), cancel_(cancel) {}

  // `file_fds` are of the order's files that are not inline.
  Status Start(const PreparedOrder& prepared, const std::vector<UniqueFd>& file_fds, int uid,
               const StandardPipes* pipes = nullptr);
  Result<RunReport> Follow();

  // The parts of Follow. An Error means that the box is lost.
  static constexpr size_t kEntries = 4;
  void FillEntries(pollfd* entries) const;
  Status TakeEntries(const pollfd* entries);
  // REQUIRES: reported(). Once; reads what is left in the pipes.
  RunReport TakeReport();
  bool reported() const { return report_.has_value(); }
  SteadyTime deadline() const { return deadline_; }

  // Asks how the run is doing; the answer is progress(), a moment later. At most one question is
  // under way.
  Status Probe();
  bool probing() const { return probing_; }
  const std::optional<RunProgress>& progress() const { return progress_; }
  Status Kill();
  bool kill_sent() const { return kill_sent_; }

  bool over() const { return outputs_[0].over() || outputs_[1].over() || outputs_[2].over(); }
  bool cancelled() const { return cancelled_; }
  Capture& output(size_t i) { return outputs_[i]; }
  std::map<std::string, BlobPtr> TakeFiles() { return std::move(files_); }

 private:
  Status KillIfUnwanted();
  Status TakeMessage();

  const int socket_;
  const RunRequest& request_;
  const CancelToken* const cancel_;
  std::array<Capture, 3> outputs_;  // stdout, stderr, reply
  SteadyTime deadline_{};
  bool kill_sent_ = false;
  bool cancelled_ = false;
  bool probing_ = false;
  std::optional<RunProgress> progress_;
  int64_t collect_bytes_ = 0;  // at most
  int64_t collected_ = 0;
  std::map<std::string, BlobPtr> files_;
  std::optional<RunReport> report_;
};

}  // namespace assay
