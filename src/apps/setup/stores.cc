#include "apps/setup/stores.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "apps/setup/sandbox_setup.h"
#include "base/log.h"
#include "node/node_state.h"
#include "node/takeover.h"
#include "store/hidden_folder.h"

namespace assay {
std::unique_ptr<DiskStore> OpenStore(const std::string& directory, int64_t max_mb) {
  if (max_mb == 0) return nullptr;
  DiskStoreOptions options;
  options.directory = directory;
  options.max_bytes = max_mb << 20;
  auto store = DiskStore::Open(std::move(options));
  if (!store.ok()) {
    spdlog::warn("nothing is kept in {}: {}", directory, store.error().ToString());
    return nullptr;
  }
  // Expected outputs and other people's programs are nobody else's business.
  if (::chmod(directory.c_str(), 0700) != 0) spdlog::warn("{} is readable by others", directory);
  return std::move(store).value();
}

std::unique_ptr<History> OpenHistory(const Options& options) {
  if (options.history == "off") return nullptr;
  // Without a disk less has to do.
  constexpr int64_t kMostInMemoryMb = 128;
  HistoryOptions history;
  history.node = options.node_name.empty() ? HostName() : options.node_name;
  history.store.max_days = options.history_days;
  history.store.max_bytes = options.history_mb << 20;
  if (options.history != "memory") {
    const std::string outer =
        options.history.empty() ? CacheDirectory(options) + "/history" : options.history;
    // Messages of tests have pieces of what is expected: nothing that a program may find.
    const auto folder = HiddenFolder(outer);
    Status usable = folder.ok() ? Status() : Status(folder.error());
    if (usable.ok()) {
      history.store.folder = *folder;
      history.store.shared_as = TakeoverPathOf(options.takeover, static_cast<int>(options.port));
      auto opened = History::Open(history);
      if (opened.ok()) return std::move(opened).value();
      usable = opened.error();
    }
    spdlog::warn("verdicts are remembered in memory only: {}", usable.error().ToString());
  }
  history.store.folder.clear();
  history.store.max_bytes = std::min(options.history_mb, kMostInMemoryMb) << 20;
  auto opened = History::Open(std::move(history));
  if (opened.ok()) return std::move(opened).value();
  spdlog::warn("verdicts are not remembered: {}", opened.error().ToString());
  return nullptr;
}

Result<std::unique_ptr<ImageStore>> OpenImages(const Options& options) {
  return ImageStore::Open(options.image_folder.empty() ? CacheDirectory(options) + "/images"
                                                       : options.image_folder);
}

std::map<std::string, std::string> ToolchainIdentities(const std::vector<Toolchain>& toolchains) {
  std::map<std::string, std::string> identities;
  for (const Toolchain& toolchain : toolchains) {
    struct stat file = {};
    if (!toolchain.available || ::stat(toolchain.path.c_str(), &file) != 0) continue;
    identities[toolchain.language] = fmt::format("{}|{}|{}|{}", toolchain.version, toolchain.path,
                                                 file.st_size, file.st_mtim.tv_sec);
  }
  return identities;
}

}  // namespace assay
