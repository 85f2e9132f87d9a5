// ApplyDiff: what a patch makes of a tree, in memory. Like `git apply`: lines must be the same,
// byte for byte, but may have moved; all of the patch applies or none of it.
//
// Pure but for the callback, which reads the tree; thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "swe/patch/diff.h"

namespace assay::swe {

enum class TreeEntry {
  kAbsent,
  kFile,
  kOther,  // a folder or a link, or what can be reached through a link only
};

struct TreeFile {
  TreeEntry entry = TreeEntry::kAbsent;
  std::string content = {};
  bool executable = false;
};

struct FileChange {
  std::string path;
  std::optional<TreeFile> file;  // nullopt: it is removed
};

using ReadTree = std::function<TreeFile(const std::string& path)>;

// In the order of paths. Errors are kInvalidArgument, stage "swe.patch", and name file and line:
// the patch is the candidate's.
Result<std::vector<FileChange>> ApplyDiff(const std::vector<FileDiff>& diff, const ReadTree& read);

}  // namespace assay::swe
