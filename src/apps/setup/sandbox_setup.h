// The sandbox as the options describe it. Pure apart from writing the library of warm interpreters
// below the cache directory; thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "apps/setup/options.h"
#include "langs/language.h"
#include "runner/runner.h"
#include "sandbox/box_runner.h"

namespace assay {

// Where everything is kept that outlives a server.
std::string CacheDirectory(const Options& options);

// Without a place for the library Python starts cold, which a warning says.
SandboxOptions SandboxOptionsOf(const Options& options, const LanguageTable& languages);

// A whole program in Python that the warm interpreters of `sandbox` may fork.
// REQUIRES: it has some.
RunRequest WarmPythonRequest(const SandboxOptions& sandbox, std::string_view code);

}  // namespace assay
