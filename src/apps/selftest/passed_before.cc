#include "apps/selftest/passed_before.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/text.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

}  // namespace

bool PassedBefore::Has(const std::string& language, const std::string& key) const {
  if (directory_.empty()) return false;
  std::ifstream file(fs::path(directory_) / language);
  std::string line;
  return std::getline(file, line) && line == Sha256Hex(key);
}

void PassedBefore::Keep(const std::string& language, const std::string& key) const {
  if (directory_.empty()) return;
  std::error_code error;
  fs::create_directories(directory_, error);
  const fs::path path = fs::path(directory_) / language;
  // Under its own name at once, so that nobody reads half of it.
  const fs::path written = path.string() + "." + std::to_string(::getpid());
  std::ofstream(written) << Sha256Hex(key) << "\n";
  fs::rename(written, path, error);
  if (error) fs::remove(written, error);
}

}  // namespace assay
