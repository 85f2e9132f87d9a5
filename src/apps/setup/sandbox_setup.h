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

// Where everything is kept that outlives a server; absolute.
std::string CacheDirectory(const Options& options);
// The same for what programs must see in their boxes (the library of warm interpreters, precompiled
// headers). A box has places of its own, such as /tmp: when the cache directory lies in one of them
// this is the usual directory instead.
std::string VisibleCacheDirectory(const Options& options);

// Whether forked Python runs end without freeing the interpreter, and why or why not.
struct QuickEnd {
  bool on = false;
  std::string why;
};
// As --python-quick-end says; "auto" runs the self-test, in a box of its own, and what it finds
// turns it off in `sandbox`, with a warning. Without the quick end a forked run must still be like
// a cold one: otherwise `sandbox` forks none. Takes some tenths of a second.
QuickEnd SettleQuickEnd(const Options& options, SandboxOptions* sandbox);

// With the tier that the options ask for; kPermission when this host doesn't allow it. Without a
// place for the library Python starts cold, which a warning says.
Result<SandboxOptions> SandboxOptionsOf(const Options& options, const LanguageTable& languages);

// A whole program in Python that the warm interpreters of `sandbox` may fork.
// REQUIRES: it has some.
RunRequest WarmPythonRequest(const SandboxOptions& sandbox, std::string_view code);

}  // namespace assay
