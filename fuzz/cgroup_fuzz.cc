// Fuzzes how the small files of procfs and cgroupfs are read: the list of mounts, the controllers,
// "key value" counters and pressure files. A container may show us a doctored /proc.
//
// Input: mounts and controllers around the first zero byte; the whole is also read as counters.
// Promises checked: a layout is chosen only with all that it needs, and otherwise there are words
// why; a number that was read stands in the file.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/cgroup/run_cgroup.h"
#include "sandbox/wire/sys.h"

namespace {

void Require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void RequireComplete(const assay::CgroupHost& host) {
  const bool v1 = !host.memory.empty() && !host.pids.empty() && !host.cpuacct.empty();
  switch (host.layout) {
    case assay::CgroupLayout::kNone: break;
    case assay::CgroupLayout::kV1: Require(v1, "v1 has its controllers"); break;
    case assay::CgroupLayout::kHybrid:
      Require(v1 && !host.unified.empty(), "both hierarchies are there");
      break;
    case assay::CgroupLayout::kV2: Require(!host.unified.empty(), "v2 is mounted"); break;
  }
  Require((host.layout == assay::CgroupLayout::kNone) == !host.problem.empty(),
          "words exactly when there is no layout");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t zero = text.find('\0');
  const std::string_view controllers =
      zero == std::string_view::npos ? std::string_view() : text.substr(zero + 1);
  RequireComplete(assay::ParseCgroupMounts(text.substr(0, zero), controllers));

  for (const char* key : {"usage_usec", "oom_kill", "user", ""}) {
    const auto number = assay::KeyedNumber(text, key);
    if (number) Require(text.find(key) != std::string_view::npos, "the key stands in the file");
  }
  for (const char* kind : {"full", "some"}) {
    const auto total = assay::PressureTotalMicros(std::string(text), kind);
    if (total) Require(text.find("total=") != std::string_view::npos, "the total is in the file");
  }
  assay::ParseNumber(text);
  return 0;
}
