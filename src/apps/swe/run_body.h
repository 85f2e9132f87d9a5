// Bodies of /v1/verify for `assay swe run`, of what the command line names. Blocks on the file
// system; thread-safe.
#pragma once

#include <string>

#include "base/result.h"

namespace assay {

// What a task is run as.
struct SweRunTask {
  std::string json;            // members of the body, as JSON: "\"task\":{…},\"image\":…"
  bool has_reference = false;  // of a patch; a fault's reference is the tree before it
  std::string reference;       // the patch
};

// What the command line says beside the task's file. Empty: nothing.
struct SweRunWords {
  std::string id;          // of the task, where the file has several
  std::string repository;  // a tar, or a folder
  std::string image;
  std::string framework;
  std::string setup;
  std::string command;
  std::string report;
  // For runs that find out which tests there are: without control tests.
  bool plain = false;
};

// `path`: rows, each an object with "task" (and "row", "repository", "image", "limits" as in the
// body), or a row of a public set, to which the words say the rest. kInvalidArgument names what is
// wrong.
Result<SweRunTask> ReadSweRunTask(const std::string& path, const SweRunWords& words);

}  // namespace assay
