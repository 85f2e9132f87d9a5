// What entries of several rooms share: options, and the folder of toolchains that Debian doesn't
// have. Thread-safe.
#pragma once

#include <map>
#include <string>

#include "langs/entry/config.h"

namespace assay {

inline constexpr LanguageOption kNode = {"node", "/usr/bin/node",
                                         "node program for JavaScript and TypeScript"};

// Where `make toolchains` puts what Debian doesn't have: a folder in it for each source, "npm",
// "go", "maven".
inline constexpr LanguageOption kToolchains = {
    "toolchains", "/opt/assay/toolchains",
    "folder of compilers and libraries that Debian doesn't have (make toolchains fills it)"};
// How the message of a missing toolchain ends: "install it with: make toolchains".
inline constexpr char kMakeToolchains[] = "make toolchains";

// The directory of an interpreter outside the usual places comes first on PATH, so that a program
// which starts `python3` gets the interpreter that runs it.
std::map<std::string, std::string> PathWith(const std::string& program);

}  // namespace assay
