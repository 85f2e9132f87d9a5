// Precompiled <bits/stdc++.h>: most C++ submissions start with it, and parsing it is most of their
// compile time. Thread-safe, also between processes that share a cache directory.
//
// A header is kept in a directory of its own, named by a hash of the compiler's version and the
// flags. The directory is there, and empty, before the header is made: boxes are given it once, and
// compile steps name it with -I from the first one on. Its folder "bits" comes complete, by one
// rename. From then on g++ takes bits/stdc++.h.gch from there for `#include <bits/stdc++.h>` as the
// first thing of a file, and the ordinary header wherever the other would not be equivalent. A
// hundred megabytes each; directories of former compilers stay until someone deletes them.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay {

// A directory whose bits/stdc++.h.gch g++ finds when compiling with exactly these flags, once that
// is made.
struct PrecompiledHeader {
  std::vector<std::string> flags;
  std::string directory;
};

// Where the header of this compiler and these flags lies, or will: the directory exists. Quick. An
// error (no compiler, a folder that can't be written) means that programs do without.
Result<PrecompiledHeader> PlacePrecompiledHeader(const std::string& cache_dir,
                                                 const std::string& compiler,
                                                 const std::vector<std::string>& flags);
bool IsMade(const PrecompiledHeader& header);
// Makes it, on the host, with low priority; nothing is done when it is there. Seconds on an idle
// machine. After an error (a full disk, a stop that was asked for) nothing is left of the attempt.
Status MakePrecompiledHeader(const PrecompiledHeader& header, const std::string& compiler,
                             const std::stop_token& stop);

}  // namespace assay
