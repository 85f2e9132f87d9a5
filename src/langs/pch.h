// Precompiled <bits/stdc++.h>: most C++ submissions start with it, and parsing it is most of their
// compile time. Thread-safe, also between processes that share a cache directory.
//
// A header is kept in a directory of its own, named by a hash of the compiler's version and the
// flags, complete from the moment it is visible under that name. Compile steps name the directory
// with -I: g++ takes bits/stdc++.h.gch from there for `#include <bits/stdc++.h>` as the first thing
// of a file, and the ordinary header wherever the other would not be equivalent. A hundred
// megabytes each; directories of former compilers stay until someone deletes them.
#pragma once

#include <string>

#include "base/result.h"
#include "langs/language.h"

namespace assay {

// Makes what is missing for config->cxx_flags and each of config->precompiled_flag_sets, with the
// configured compiler, on the host (ten seconds at most for each), and fills
// config->precompiled_headers. An error (no compiler, a full disk) leaves those made before it in
// place; everything works without, only slower.
Status PreparePrecompiledHeaders(const std::string& cache_dir, LanguageConfig* config);

}  // namespace assay
