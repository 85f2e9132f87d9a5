// Fuzzes what reads software-engineering tasks and what candidates bring. Input: a byte that picks
// the reader (a parser of test logs, a row of a data set, a patch), then what it reads; of a patch
// the file that it is applied to stands before the first byte 0x1f.
//
// Promises checked: a report at fault says why; a task that was read has an id; a patch touches no
// path outside of its tree, and what it makes of a file is at most as large as both together.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "swe/logs/registry.h"
#include "swe/patch/apply.h"
#include "swe/patch/diff.h"
#include "swe/patch/touched.h"
#include "swe/rows/task.h"
#include "text/json_reader.h"

namespace {

void Require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void ReadLog(const assay::swe::LogParser& parser, std::string_view log) {
  const assay::swe::TestReport report = assay::swe::ParseTestLog(parser, log);
  Require(report.complete() == report.problem.empty(), "exactly a report at fault says why");
  Require(report.records.size() <= log.size() + 1, "a record stands in the log");
}

void ReadRow(std::string_view text) {
  assay::JsonError error;
  const auto document = assay::JsonDocument::Parse(text, &error);
  if (!document || !document->root().Is(assay::JsonType::kObject)) return;
  const auto task =
      assay::swe::ReadSweRow(document->root(), assay::swe::FormatOf(document->root()));
  if (task.ok()) {
    Require(!task->id.empty(), "a task has an id");
  } else {
    Require(task.error().code == assay::ErrorCode::kInvalidArgument, "a row is at fault itself");
  }
}

void ApplyPatch(std::string_view input) {
  const size_t mark = input.find('\x1f');
  const std::string_view content = mark == input.npos ? "" : input.substr(0, mark);
  const std::string_view text = mark == input.npos ? input : input.substr(mark + 1);
  const auto diff = assay::swe::ParseDiff(text);
  if (!diff.ok()) {
    Require(!diff.error().message.empty(), "a refused patch is told why");
    return;
  }
  for (const assay::swe::FileDiff& file : *diff) {
    Require(!file.path().empty() && assay::swe::IsSafePath(file.path()), "paths stay in the tree");
    Require(file.old_path.empty() || assay::swe::IsSafePath(file.old_path), "so do old ones");
  }
  const std::string tests[] = {"tests/test_a.py"};
  (void)assay::swe::WhatItTouches(*diff, tests);
  const auto changes =
      assay::swe::ApplyDiff(*diff, [&](const std::string& path) -> assay::swe::TreeFile {
        Require(assay::swe::IsSafePath(path), "no path outside is read");
        if (path.size() % 2 == 0) return {};
        return {assay::swe::TreeEntry::kFile, std::string(content)};
      });
  if (!changes.ok()) return;
  for (const assay::swe::FileChange& change : *changes) {
    Require(assay::swe::IsSafePath(change.path), "no path outside is written");
    Require(!change.file || change.file->content.size() <= content.size() + text.size(),
            "a patch makes what is in it");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto parsers = assay::swe::LogParsers();
  const size_t pick = data[0] % (parsers.size() + 8);
  if (pick < parsers.size()) {
    ReadLog(parsers[pick], input);
  } else if (pick < parsers.size() + 3) {
    ReadRow(input);
  } else {
    ApplyPatch(input);
  }
  return 0;
}
