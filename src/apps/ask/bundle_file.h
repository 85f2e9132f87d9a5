// Verdict bundles as files: `assay run --bundle` writes them, one a line, and `assay rejudge` finds
// them. They hold expected outputs, so that nobody but their owner may read them; programs under
// test never see the host's files at all.
//
// Pure but for the file opened; any thread.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/json_reader.h"

namespace assay {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePtr = std::unique_ptr<std::FILE, FileCloser>;

// Replaces what is there. kInvalidArgument names the file.
Result<FilePtr> CreateBundleFile(const std::string& path);

// The submission, asking for its bundle as well. REQUIRES: a JSON object.
std::string WithBundle(std::string_view submission_json, bool embed_tests);
// Takes the bundle out of a result; empty when there is none. REQUIRES: a JSON object.
std::string TakeBundle(std::string* result_json);

// The bundles of a file: one, or one a line, each bare or within a result of POST /v1/verify.
// kInvalidArgument names the line at fault. The documents refer to `text`.
struct BundleDocument {
  std::unique_ptr<JsonDocument> document;
  JsonValue bundle;
};
Result<std::vector<BundleDocument>> FindBundles(std::string_view text);

}  // namespace assay
