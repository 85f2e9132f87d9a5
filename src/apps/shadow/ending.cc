#include "apps/shadow/ending.h"

#include <pthread.h>
#include <unistd.h>

#include "apps/cli/interrupt.h"

namespace assay {
namespace {

constexpr timespec kBetweenLooks = {0, 100'000'000};

}  // namespace

Ending::Ending() {
  const sigset_t signals = EndingSignals();
  ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
  thread_ = std::thread([this] { Watch(); });
}

Ending::~Ending() {
  over_.Cancel();
  thread_.join();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Ending::Watch() {
  const sigset_t signals = EndingSignals();
  while (!over_.cancelled()) {
    if (::sigtimedwait(&signals, nullptr, &kBetweenLooks) < 0) continue;
    // What runs for us is taken down by the spawner, which sees our sockets close.
    if (raised_.cancelled()) ::_exit(kExitInterrupted);
    raised_.Cancel();
  }
}

}  // namespace assay
