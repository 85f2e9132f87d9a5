#include "api/mcp/sessions.h"

#include <random>
#include <utility>
#include <vector>

namespace assay {
namespace {

// 128 bits of the kernel's, in hexadecimal.
std::string NewName() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device source;
  std::string name;
  for (int word = 0; word < 4; ++word) {
    unsigned value = source();
    for (int digit = 0; digit < 8; ++digit, value >>= 4) name += kDigits[value & 15];
  }
  return name;
}

}  // namespace

void McpSessions::DropOver(SteadyTime now) {
  std::vector<std::string> over;
  for (const auto& entry : sessions_.entries()) {
    if (now - entry.value.used < bounds_.idle) continue;
    if (entry.value.conversation->calls_under_way() == 0) over.push_back(entry.key);
  }
  for (const std::string& name : over) sessions_.Take(name);
}

std::string McpSessions::Open(std::shared_ptr<McpConversation> conversation) {
  std::string name = prefix_ + NewName();
  const SteadyTime now = clock_.Now();
  MutexLock lock(mutex_);
  if (sessions_.size() >= bounds_.most) DropOver(now);
  if (sessions_.size() >= bounds_.most) {
    // The one that nobody has used for longest makes room, if it can.
    const auto& entries = sessions_.entries();
    auto oldest = entries.rbegin();
    while (oldest != entries.rend() && oldest->value.conversation->calls_under_way() > 0) ++oldest;
    if (oldest == entries.rend()) return "";
    const std::string victim = oldest->key;
    sessions_.Take(victim);
  }
  sessions_.Put(name, {std::move(conversation), now}, 1);
  return name;
}

std::shared_ptr<McpConversation> McpSessions::Find(const std::string& name) {
  const SteadyTime now = clock_.Now();
  MutexLock lock(mutex_);
  Session* const session = sessions_.Find(name);
  if (session == nullptr) return nullptr;
  if (now - session->used >= bounds_.idle && session->conversation->calls_under_way() == 0) {
    sessions_.Take(name);
    return nullptr;
  }
  session->used = now;
  return session->conversation;
}

std::shared_ptr<McpConversation> McpSessions::Close(const std::string& name) {
  MutexLock lock(mutex_);
  auto taken = sessions_.Take(name);
  return taken ? std::move(taken->value.conversation) : nullptr;
}

int64_t McpSessions::size() const {
  MutexLock lock(mutex_);
  return sessions_.size();
}

}  // namespace assay
