#include "apps/setup/stores.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "apps/setup/sandbox_setup.h"
#include "base/log.h"

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
