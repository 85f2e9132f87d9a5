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

// Whether something is done that Python runs save by, and why or why not.
struct Settled {
  bool on = false;
  std::string why;
};
struct PythonSavings {
  Settled quick_end;  // forked runs end without freeing the interpreter
  Settled restore;    // tests of a submission share a process
};
// As --python-quick-end and --restore say; "auto" runs a self-test, in a box of its own, and what
// it finds turns it off in `sandbox`; of the former with a warning. Without the quick end a forked
// run must still be like a cold one: otherwise `sandbox` forks none. Takes some tenths of a second.
PythonSavings SettlePythonSavings(const Options& options, SandboxOptions* sandbox);

// With the tier that the options ask for; kPermission when this host doesn't allow it,
// kInvalidArgument when programs couldn't use a toolchain as it is named. Without a place for the
// library Python starts cold, which a warning says.
Result<SandboxOptions> SandboxOptionsOf(const Options& options, const LanguageTable& languages);

// A whole program in Python that the warm interpreters of `sandbox` may fork.
// REQUIRES: it has some.
RunRequest WarmPythonRequest(const SandboxOptions& sandbox, std::string_view code);

}  // namespace assay
