#include "engine/cache/compile_disk.h"

#include <memory>

#include "base/log.h"
#include "base/text.h"
#include "base/work/fingerprint.h"

namespace assay {
namespace {

constexpr std::string_view kVersion = "assay-compile 1";
constexpr int64_t kMaxQueuedBytes = 256LL << 20;

}  // namespace

std::string EncodeCompile(const RunResult& run) {
  PartWriter parts;
  parts.Add(kVersion);
  parts.Add(int64_t{run.exit_code});
  parts.Add(run.cpu_time.count());
  parts.Add(run.wall_time.count());
  parts.Add(run.starved_time.count());
  parts.Add(run.memory_peak_bytes);
  parts.Add(run.stdout_bytes);
  parts.Add(run.stderr_bytes);
  parts.Add(run.tier);
  parts.Add(static_cast<int64_t>(run.files.size()));
  for (const auto& [name, contents] : run.files) {
    parts.Add(name);
    parts.Add(contents->view());
  }
  return parts.Take();
}

std::optional<RunResult> DecodeCompile(std::string_view bytes) {
  PartReader parts(bytes);
  if (parts.Text() != kVersion) return std::nullopt;
  RunResult run;
  run.status = RunStatus::kExited;
  run.exit_code = static_cast<int>(parts.Number());
  run.cpu_time = Nanoseconds(parts.Number());
  run.wall_time = Nanoseconds(parts.Number());
  run.starved_time = Nanoseconds(parts.Number());
  run.memory_peak_bytes = parts.Number();
  run.stdout_bytes = std::string(parts.Text());
  run.stderr_bytes = std::string(parts.Text());
  run.tier = std::string(parts.Text());
  for (int64_t files = parts.Number(); files > 0 && parts.good(); --files) {
    std::string name(parts.Text());
    run.files[std::move(name)] = Blob::FromString(std::string(parts.Text()));
  }
  if (!parts.at_end()) return std::nullopt;
  return run;
}

CompileDisk::CompileDisk(DiskStore& store, const std::map<std::string, std::string>& toolchains)
    : store_(store), toolchains_(toolchains), writer_(kMaxQueuedBytes) {}

std::string CompileDisk::NameOf(const std::string& language, const std::string& key) const {
  const auto toolchain = toolchains_.find(language);
  if (toolchain == toolchains_.end() || toolchain->second.empty()) return {};
  return Sha256Hex(key + "\n" + toolchain->second);
}

CompileRunPtr CompileDisk::Find(const std::string& language, const std::string& key) {
  const std::string name = NameOf(language, key);
  if (name.empty()) return nullptr;
  const auto bytes = store_.Get(name);
  if (!bytes) return nullptr;
  auto run = DecodeCompile(*bytes);
  if (!run) {
    store_.Erase(name);  // of another version
    return nullptr;
  }
  ++hits_;
  return std::make_shared<const RunResult>(*std::move(run));
}

void CompileDisk::Keep(const std::string& language, const std::string& key,
                       const CompileRunPtr& run) {
  if (run->status != RunStatus::kExited) return;
  const std::string name = NameOf(language, key);
  if (name.empty()) return;
  int64_t bytes = static_cast<int64_t>(run->stdout_bytes.size() + run->stderr_bytes.size()) + 1024;
  for (const auto& [file, contents] : run->files) bytes += static_cast<int64_t>(contents->size());
  writer_.Submit(bytes, [this, name, run] {
    const Status status = store_.Put(name, EncodeCompile(*run));
    if (!status.ok()) spdlog::debug("a compile is not kept: {}", status.error().ToString());
  });
}

}  // namespace assay
