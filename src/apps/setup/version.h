// What this binary is: `assay version`, and the line `serve` starts with.
#pragma once

#include <string>

namespace assay {

// "0.1.0 (c6f4ffc)"
std::string BuildName();
// "assay 0.1.0 (c6f4ffc)"
std::string VersionLine();
// Several lines: version, commit, build, compiler, libraries.
std::string VersionText();
// The same as one JSON object.
std::string VersionJson();

}  // namespace assay
