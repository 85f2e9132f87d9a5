// Which toolchains have passed their self-test before, on disk: a start of the server that finds
// the same toolchain needs no test of it. What fails is tested again each time.
//
// Thread-safe; a folder that can't be written only means that nothing is remembered.
#pragma once

#include <string>

namespace assay {

class PassedBefore {
 public:
  // Nothing is made before Keep. Empty: nothing is remembered.
  explicit PassedBefore(std::string directory) : directory_(std::move(directory)) {}

  // `key`: all that the outcome depends on.
  bool Has(const std::string& language, const std::string& key) const;
  // Of the language it replaces what was there.
  void Keep(const std::string& language, const std::string& key) const;

 private:
  std::string directory_;
};

}  // namespace assay
