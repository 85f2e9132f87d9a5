// CompileDisk: compiled programs that survive a restart. The second tier below CompileCache: asked
// by the one worker that would otherwise run the compiler, told of every compiler run worth
// keeping.
//
// A program's name on disk covers everything CompileCache's key does and the toolchain (version and
// the compiler's file), so that an upgrade compiles anew. Only compilers that ended by themselves
// are kept, with success or with errors. Writing happens on a thread of its own: a slot never waits
// for the disk, and what can't be written is compiled again some day.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/work/executor.h"
#include "model/compile_run.h"
#include "store/disk_store.h"

namespace assay {

class CompileDisk {
 public:
  // `store` and `toolchains` (by language) outlive the object. A language without an entry is not
  // kept.
  CompileDisk(DiskStore& store, const std::map<std::string, std::string>& toolchains);

  // Null when absent or damaged.
  CompileRunPtr Find(const std::string& language, const std::string& key);
  void Keep(const std::string& language, const std::string& key, const CompileRunPtr& run);
  // Waits until all that was to be kept is on disk.
  void Flush() { writer_.Flush(); }
  int64_t hits() const { return hits_; }

 private:
  // Empty when the language isn't kept.
  std::string NameOf(const std::string& language, const std::string& key) const;

  DiskStore& store_;
  const std::map<std::string, std::string>& toolchains_;
  std::atomic<int64_t> hits_{0};
  Executor writer_;
};

// A finished compile as bytes and back. nullopt when the bytes are not of this version.
std::string EncodeCompile(const RunResult& run);
std::optional<RunResult> DecodeCompile(std::string_view bytes);

}  // namespace assay
