// What a server keeps below its cache folder, and what makes it stale.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "apps/setup/options.h"
#include "base/result.h"
#include "history/history.h"
#include "images/image_store.h"
#include "langs/language.h"
#include "store/disk_store.h"

namespace assay {

// Null when `max_mb` is 0; also, with a warning, when the folder can't be used: the server then
// does without what it would have kept there.
std::unique_ptr<DiskStore> OpenStore(const std::string& directory, int64_t max_mb);

// What was judged, as --history says. Null when it is off. Where the folder can't be used, or
// another server uses it, a message says so and memory has to do.
std::unique_ptr<History> OpenHistory(const Options& options);

// The root folders that sandboxes may have.
Result<std::unique_ptr<ImageStore>> OpenImages(const Options& options);

// Of each available language: its version, and which file the compiler is (size and time), so that
// an upgrade that doesn't change the version is noticed too.
std::map<std::string, std::string> ToolchainIdentities(const std::vector<Toolchain>& toolchains);

}  // namespace assay
