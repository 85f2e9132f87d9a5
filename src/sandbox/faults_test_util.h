// What tests see and wait for that do harm to processes of boxes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace assay {

// The children of a process, by /proc: the boxes' agents, for the spawner.
inline std::vector<pid_t> ChildrenOf(pid_t parent) {
  std::vector<pid_t> children;
  std::error_code gone;
  std::filesystem::directory_iterator task("/proc/" + std::to_string(parent) + "/task", gone);
  for (; task != std::filesystem::directory_iterator(); task.increment(gone)) {
    std::ifstream file(task->path() / "children");  // of that thread
    for (pid_t pid; file >> pid;) children.push_back(pid);
  }
  return children;
}

// Waits for what happens in the background. The bound is against hangs only: it has to hold on a
// host that is busy with other things.
template <typename Condition>
bool Eventually(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (std::chrono::steady_clock::now() < end) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace assay
