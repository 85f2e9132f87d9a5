// A program in a sandbox that is run as if it were here: what it writes comes out, what is typed
// or piped goes in, signals and the size of the window follow it, its exit code is ours.
//
// Used by the main thread, which waits; takes SIGINT, SIGTERM, SIGHUP and SIGWINCH meanwhile.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/sandbox/sandbox_client.h"

namespace assay {

// What has no exit code, as other commands that run programs have it.
inline constexpr int kExitTimedOut = 124;
inline constexpr int kExitNotRun = 125;

struct AttachedRun {
  std::string sandbox;
  std::string command;            // for a shell; or
  std::vector<std::string> argv;  // the program and its arguments
  std::map<std::string, std::string> env;
  std::string directory;
  double timeout_s = 0;  // 0: none
  bool input = true;     // whether ours is passed on
  bool terminal = false;
};

// Returns the exit code, having said on stderr why there is no other.
int RunAttached(const SandboxClient& client, const AttachedRun& run);

}  // namespace assay
