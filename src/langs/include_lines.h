// What a source of C or C++ includes, read off its lines: enough to know whose headers it wants
// before anything is compiled.
//
// Comments count for nothing. Conditions and macros are not followed, and a line within a raw
// string counts. Pure; any thread; linear in the source.
#pragma once

#include <string_view>
#include <vector>

namespace assay {

// "openssl/md5.h" of `#include <openssl/md5.h>`, in the order of the source.
std::vector<std::string_view> IncludedPaths(std::string_view source);

}  // namespace assay
