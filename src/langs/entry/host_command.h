// Runs a command of the operator's own on the host, outside any box: version probes, the
// precompiled header. Never used for anything a submission contains. Thread-safe.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace assay {

struct HostCommandResult {
  int exit_code = -1;   // -1: could not be started, was killed, or did not end in time
  std::string output;   // stdout and stderr together, at most 1 MiB
  std::string problem;  // why exit_code is -1
};

// Blocks until the command ends; it is killed after `timeout_seconds`, and within a tenth of a
// second when a stop is asked for.
HostCommandResult RunHostCommand(const std::vector<std::string>& argv, int timeout_seconds = 60,
                                 const std::stop_token& stop = {});

// Absolute path of the program on the server's PATH, or empty.
std::string FindOnPath(const std::string& program);

}  // namespace assay
