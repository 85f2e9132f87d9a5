// `assay sandbox cp`: files and folders between this machine and a sandbox.
//
// Used by the main thread.
#pragma once

#include <string>

#include "apps/sandbox/sandbox_client.h"

namespace assay {

// "sb-1:/tmp/a" and "sb-1:" are a sandbox's, "./a:b", "/a" and "a" this machine's.
struct CopyPlace {
  std::string sandbox;  // empty: this machine
  std::string path;     // "-": stdin or stdout of this machine
};
CopyPlace ParsePlace(const std::string& text);

// Says on stderr what went wrong. Returns the exit code.
int Copy(const SandboxClient& client, const CopyPlace& from, const CopyPlace& to);

}  // namespace assay
