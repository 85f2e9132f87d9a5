#include "apps/cli/interrupt.h"

#include <atomic>

namespace assay {
namespace {

// A signal handler reaches nothing but globals.
std::atomic<bool> raised{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

sigset_t EndingSignals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGINT);
  ::sigaddset(&signals, SIGTERM);
  return signals;
}

Interrupt::Interrupt() {
  raised = false;
  struct sigaction action = {};
  action.sa_handler = [](int) { raised = true; };
  ::sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigaction(SIGINT, &action, &before_);
}

Interrupt::~Interrupt() {
  ::sigaction(SIGINT, &before_, nullptr);
}

bool Interrupt::Raised() const {
  return raised;
}

}  // namespace assay
