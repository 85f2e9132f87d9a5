#include "model/isolation.h"

#include <cstddef>
#include <iterator>

namespace assay {
namespace {

// Of every tier, then of those in which all boxes are one user to the host, then of the one without
// namespaces.
constexpr OpenChannel kChannels[] = {
    {"box_age",
     "a run can see how old its box and its writable places are, and so whether the run before it "
     "made files or used the network; nothing of what that one wrote"},
    {"shared_file_locks",
     "locks (flock, fcntl) on the host's files that all boxes are shown reach across boxes while "
     "both programs run"},
    {"page_cache",
     "which pages of these files the host has in memory shows in how a read of them is counted "
     "and timed"},
    {"host_counters",
     "numbers that the host counts for all: inodes of pipes and memory files, sessions, load and "
     "memory (/proc/stat, /proc/loadavg, /proc/meminfo), clocks"},
    {"timing", "processor caches, memory bandwidth and other timing is shared"},
    {"user_quotas",
     "to the host all boxes are one user: what it counts for each (pages of pipes, watches of "
     "epoll, descriptors under way in sockets) is shared by programs that run at the same time"},
    {"process_ids",
     "process ids are the host's: a run can see how many processes were made before it, and which "
     "ids are taken at the same time"},
    {"shared_file_system",
     "the writable places are on a file system of the host: inode numbers and free space tell of "
     "other runs, and whether a path is there can be asked of all files (nothing can be opened or "
     "changed, and names of other boxes' folders can't be guessed)"},
};
constexpr size_t kOfNamespaces = std::size(kChannels) - 2;
constexpr size_t kOfEveryTier = kOfNamespaces - 1;

// Without cgroups.
constexpr std::string_view kUsernsEstimates[] = {"memory", "cpu_time"};
constexpr std::string_view kLandlockEstimates[] = {"memory", "cpu_time", "processes"};

}  // namespace

std::span<const OpenChannel> OpenChannels(std::string_view tier) {
  if (tier == "privileged") return std::span(kChannels).first(kOfEveryTier);
  if (tier == "delegated" || tier == "userns") return std::span(kChannels).first(kOfNamespaces);
  if (tier == "landlock") return kChannels;
  return {};
}

std::span<const std::string_view> ApproximateLimits(std::string_view tier) {
  if (tier == "userns") return kUsernsEstimates;
  if (tier == "landlock") return kLandlockEstimates;
  return {};
}

}  // namespace assay
