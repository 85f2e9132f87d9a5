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
#include <vector>

#include "base/result.h"

namespace assay {

// A directory whose bits/stdc++.h.gch g++ finds when compiling with exactly these flags.
struct PrecompiledHeader {
  std::vector<std::string> flags;
  std::string directory;
};

// Makes what is missing for each set of flags, with this compiler, on the host (ten seconds at most
// for each), and appends what is there then to `headers`. An error (no compiler, a full disk)
// leaves those made before it in place; everything works without, only slower.
Status PreparePrecompiledHeaders(const std::string& cache_dir, const std::string& compiler,
                                 const std::vector<std::vector<std::string>>& flag_sets,
                                 std::vector<PrecompiledHeader>* headers);

}  // namespace assay
