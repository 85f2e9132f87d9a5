// What several languages' entries share. Internal to the entries. Thread-safe.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "langs/entry/config.h"
#include "langs/entry/entry.h"

namespace assay {

// What the environment of Python programs and of pytest's holds, and how fences name both.
std::map<std::string, std::string> PythonEnv(const std::string& interpreter);
std::vector<std::string> PythonFences();

// What C and C++ programs that include its headers are linked with: OpenSSL, which the images of
// other judges link always.
std::vector<MentionedLibraries> UsualLibraries();

// mold links a small program in half of GNU ld's time. One thread: a compile has one core, where
// more only cost (23 against 40 ms measured). Asked for only if this compiler accepts it; runs it.
std::vector<std::string> FastLinkerFlags(const std::string& compiler);

}  // namespace assay
