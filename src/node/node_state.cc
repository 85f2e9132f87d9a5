#include "node/node_state.h"

#include <unistd.h>

#include <random>
#include <utility>

namespace assay {
namespace {

std::string RandomWord() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device source;
  std::string word;
  for (int i = 0; i < 4; ++i) {
    uint32_t bits = source();
    for (int digit = 0; digit < 8; ++digit, bits >>= 4) word += kDigits[bits & 15];
  }
  return word;
}

}  // namespace

std::string HostName() {
  char name[256] = {};
  if (::gethostname(name, sizeof name - 1) != 0 || name[0] == '\0') return "unnamed";
  return name;
}

std::string DrainingText(const std::string& reason) {
  return reason.empty() ? "this server is draining" : "this server is draining: " + reason;
}

NodeState::NodeState(std::string name, const Clock& clock)
    : name_(name.empty() ? HostName() : std::move(name)), instance_(RandomWord()), clock_(clock) {}

std::optional<std::string> NodeState::draining() const {
  MutexLock lock(mutex_);
  return draining_;
}

bool NodeState::Drain(std::string reason) {
  return Change(std::move(reason), false);
}

bool NodeState::Undrain() {
  return Change(std::nullopt, false);
}

void NodeState::End(std::string reason) {
  Change(std::move(reason), true);
}

bool NodeState::Change(const std::optional<std::string>& reason, bool ends) {
  MutexLock change(change_);
  {
    MutexLock lock(mutex_);
    if (ends_) return false;
    ends_ = ends;
    if (draining_ == reason) return true;
    draining_ = reason;
    refuses_ = reason.has_value();
  }
  for (const Listener& listener : listeners_) {
    listener(reason.has_value(), reason.value_or(std::string()));
  }
  return true;
}

}  // namespace assay
