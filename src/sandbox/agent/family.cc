#include "sandbox/agent/family.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/fd.h"
#include "sandbox/agent/proc_entries.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// Each thread has a list of the children that it made.
void AddChildren(int proc, pid_t parent, const std::function<bool(pid_t)>& spare,
                 std::vector<pid_t>* family) {
  UniqueFd tasks(::openat(proc, (std::to_string(parent) + "/task").c_str(),
                          O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!tasks) return;
  ForEachNumber(tasks.get(), [&](const char* thread) {
    const auto text = ReadSmallFile(tasks.get(), (std::string(thread) + "/children").c_str());
    if (!text.ok()) return;
    const char* at = text->c_str();
    for (char* end = nullptr;; at = end) {
      const auto child = static_cast<pid_t>(std::strtol(at, &end, 10));
      if (end == at) return;
      if (!spare(child)) family->push_back(child);
    }
  });
}

}  // namespace

std::vector<pid_t> FindFamily(int proc, pid_t root, const std::function<bool(pid_t)>& spare) {
  std::vector<pid_t> family;
  AddChildren(proc, root, spare, &family);
  for (size_t next = 0; next < family.size(); ++next) {
    AddChildren(proc, family[next], spare, &family);
  }
  return family;
}

bool EndFamily(int proc, pid_t root, const std::function<bool(pid_t)>& spare) {
  // A child that only `root` reaps keeps its number, and its group's. Before a program begins it is
  // in ours.
  std::vector<pid_t> children;
  AddChildren(proc, root, spare, &children);
  for (const pid_t child : children) {
    const pid_t group = ::getpgid(child);
    if (group > 1 && group != ::getpgrp()) ::kill(-group, SIGKILL);
  }
  // Further down a number can't be another process's by the time it is used: the kernel gives all
  // others first.
  size_t stopped = 0;
  for (;;) {
    const std::vector<pid_t> family = FindFamily(proc, root, spare);
    for (const pid_t pid : family) ::kill(pid, SIGSTOP);
    // Once a look finds no more than the one before, whoever could have made others stands.
    if (family.size() > stopped) {
      stopped = family.size();
      continue;
    }
    for (const pid_t pid : family) ::kill(pid, SIGKILL);
    return family.empty();
  }
}

int CountOwnTasks(int proc) {
  int tasks = 0;
  ForEachNumber(proc, [&](const char* pid) {
    const auto status = ReadSmallFile(proc, (std::string(pid) + "/status").c_str());
    if (!status.ok()) return;
    const size_t user = status->find("\nUid:"), threads = status->find("\nThreads:");
    unsigned uid = 0;
    int count = 0;
    if (user == std::string::npos || threads == std::string::npos ||
        std::sscanf(status->c_str() + user, " Uid: %u", &uid) != 1 ||
        std::sscanf(status->c_str() + threads, " Threads: %d", &count) != 1) {
      return;
    }
    if (uid == ::getuid()) tasks += count;
  });
  return tasks;
}

}  // namespace assay
