// RunModes: what chmod(2) does for programs that are the server's account. An owner changes the
// mode of whatever is his, by path or by a descriptor that reads, and Landlock isn't asked: so no
// program does it by itself. Modes of a run's own files in its places are changed for it, where it
// means one of them; everything else stays as it is.
//
// Not thread-safe. Errors are the kernel's numbers, 0 is success, which is also what is said of all
// that is not the run's.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>

namespace assay {

class RunModes {
 public:
  // `folder`: what the places are in (view/folder_view), without a link in it.
  explicit RunModes(std::string folder) : folder_(std::move(folder)) {}

  // `path` is absolute, as the program sees it; links are followed as far as they stay in the
  // place. Permissions alone are changed, and a directory stays open to those who count what is in
  // it.
  int Change(std::string_view path, mode_t mode) const;

 private:
  std::string folder_;
};

}  // namespace assay
