// ParseDiff: unified diffs in git's format (git-diff, "Generating patch text with -p"), and plain
// ones with "---" and "+++" alone, whose paths lose their first component as with `git apply -p1`.
//
// Patches come from those who are judged. Refused, with an error that names the file: paths that
// leave the tree or enter .git, symbolic links and submodules, binary patches, counts that disagree
// with their hunk. Errors are kInvalidArgument, stage "swe.patch". Pure function, thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::swe {

struct DiffHunk {
  size_t old_start = 0;  // lines from 1; 0: in an empty file
  size_t old_count = 0;
  size_t new_count = 0;
  // Lines with their ends, which the last one of a file may lack. Views into the text of the diff.
  std::vector<std::string_view> old_lines;
  std::vector<std::string_view> new_lines;
  // Lines of context that the hunk begins and ends with.
  size_t leading = 0;
  size_t trailing = 0;
};

enum class DiffKind { kModify, kCreate, kDelete, kRename, kCopy };

struct FileDiff {
  DiffKind kind = DiffKind::kModify;
  std::string old_path;                           // of kCreate: empty
  std::string new_path;                           // of kDelete: empty
  std::optional<bool> executable = std::nullopt;  // the mode that it sets
  std::vector<DiffHunk> hunks;

  const std::string& path() const { return new_path.empty() ? old_path : new_path; }
};

// `text` must outlive what comes back. An empty text has no diffs; one that has no diff in it is an
// error.
Result<std::vector<FileDiff>> ParseDiff(std::string_view text);

// Whether a path stays in its tree: relative, without "..", and nothing of git's own.
bool IsSafePath(std::string_view path);

}  // namespace assay::swe
