#include "api/update/elder_sandbox.h"

namespace assay {

void ElderSandbox::WithFiles(std::function<void(Result<LiveFiles*>)> work) {
  if (info_.state == SandboxState::kEnded) return work(Error());
  way_->WithFiles(info_, std::move(work));
}

assay::Error ElderSandbox::Error() const {
  if (info_.state == SandboxState::kEnded) {
    return {ErrorCode::kUnavailable, "sandbox", 0,
            "the sandbox " + info_.id + " has ended" +
                (info_.message.empty() ? "" : ": " + info_.message)};
  }
  return {ErrorCode::kUnavailable, "sandbox", 0,
          "the sandbox " + info_.id +
              " is held by the process that this one has replaced, which doesn't answer"};
}

}  // namespace assay
