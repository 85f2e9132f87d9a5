#include "apps/cli/line_file.h"

#include <cerrno>

namespace assay {
namespace {

Error CannotWrite() {
  return SystemError("rows", errno, "the rows can't be written");
}

}  // namespace

Result<LineFile> LineFile::Open(const std::string& path) {
  std::FILE* const file = path.empty() ? stdout : std::fopen(path.c_str(), "we");
  if (file == nullptr) return SystemError("rows", errno, "'" + path + "' can't be written");
  return LineFile(file);
}

Status LineFile::Write(std::string line) {
  line += '\n';
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size()) return CannotWrite();
  return Status();
}

Status LineFile::Flush() {
  if (std::fflush(file_.get()) != 0) return CannotWrite();
  return Status();
}

}  // namespace assay
