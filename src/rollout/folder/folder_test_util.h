// A temporary folder, and rows and manifests to put there. One test each.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "rollout/folder/manifest.h"
#include "rollout/folder/records.h"

namespace assay::rollout {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = ::testing::TempDir() + "assay-rollout-XXXXXX";
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string TextOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

inline void AppendTo(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary | std::ios::app) << text;
}

inline Manifest SomeManifest() {
  Manifest manifest;
  manifest.benchmark = "humaneval";
  manifest.title = "HumanEval";
  manifest.protocol = "chat";
  manifest.items = 2;
  manifest.ids_sha = IdsSha({"a", "b"});
  manifest.data = {{.name = "humaneval.jsonl", .sha256 = "00", .rows = 2}};
  manifest.model = "m";
  manifest.endpoint = "here";
  manifest.sampling = R"({"temperature":0.2,"top_p":0.95})";
  manifest.samples = 2;
  manifest.profiles = {"official", "assay"};
  manifest.rules = "1";
  manifest.limits = R"({"wall_time_s":3})";
  manifest.toolchains = {{"python", "Python 3.11.2"}};
  manifest.assay_version = "1.0";
  return manifest;
}

inline GenerationRecord Answered(const std::string& key, const std::string& content) {
  GenerationRecord record;
  record.key = key;
  record.item = "a";
  record.content = content;
  return record;
}

inline GenerationRecord Failed(const std::string& key, const std::string& kind) {
  GenerationRecord record = Answered(key, "");
  record.error = RowError{kind, "it did not work"};
  return record;
}

inline VerdictRecord Judged(const std::string& key, const std::string& state) {
  VerdictRecord record;
  record.key = key;
  record.generation = "g";
  record.item = "a";
  record.profile = "assay";
  record.state = state;
  return record;
}

}  // namespace assay::rollout
