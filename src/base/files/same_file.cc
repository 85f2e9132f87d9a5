#include "base/files/same_file.h"

#include <sys/stat.h>

namespace assay {

bool IsSameFile(const std::string& a, const std::string& b) {
  struct stat one = {}, other = {};
  return ::stat(a.c_str(), &one) == 0 && ::stat(b.c_str(), &other) == 0 && S_ISREG(one.st_mode) &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

Status RefuseOverwriting(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (!IsSameFile(output, input)) continue;
    const std::string as = output == input ? "" : ", as " + input;
    return Error{ErrorCode::kInvalidArgument, "files.output", 0,
                 output + " is read, too" + as + ", and would be overwritten; name another"};
  }
  return {};
}

Status RefuseOverwriting(const std::string& folder, const std::vector<std::string>& names,
                         const std::vector<std::string>& inputs) {
  for (const std::string& name : names) {
    ASSAY_RETURN_IF_ERROR(RefuseOverwriting(folder + "/" + name, inputs));
  }
  return {};
}

}  // namespace assay
