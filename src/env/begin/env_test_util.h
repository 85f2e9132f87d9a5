// A folder for a test, and an environment in it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/text.h"
#include "base/whole_file.h"
#include "env/begin/begin.h"

namespace assay::env {

class TestFolder {
 public:
  TestFolder() {
    path_ = testing::TempDir() + "envXXXXXX";
    EXPECT_NE(::mkdtemp(path_.data()), nullptr);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  void Write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path_ + "/" + name).parent_path());
    std::ofstream(path_ + "/" + name, std::ios::binary) << text;
  }
  std::string Read(const std::string& name) const {
    const auto text = ReadFile(path_ + "/" + name, "test");
    return text.ok() ? *text : "";
  }
  // What `assay env new` writes.
  void Begin(const std::string& folder, Kind kind = Kind::kMath,
             const std::string& name = "sums") const {
    for (const BeginFile& file : BeginFiles(name, kind)) Write(folder + "/" + file.name, file.text);
  }
  void Replace(const std::string& file, const std::string& what, const std::string& by) const {
    std::string text = Read(file);
    const size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), by);
    Write(file, text);
  }

 private:
  std::string path_;
};

}  // namespace assay::env
