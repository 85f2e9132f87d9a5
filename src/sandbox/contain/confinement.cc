#include "sandbox/contain/confinement.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "sandbox/contain/landlock.h"

namespace assay {
namespace {

constexpr uint64_t kRead =
    ASSAY_LANDLOCK_EXECUTE | ASSAY_LANDLOCK_READ_FILE | ASSAY_LANDLOCK_READ_DIR;
constexpr uint64_t kReadOne = ASSAY_LANDLOCK_EXECUTE | ASSAY_LANDLOCK_READ_FILE;
constexpr uint64_t kDevice = ASSAY_LANDLOCK_READ_FILE | ASSAY_LANDLOCK_WRITE_FILE;
// No sockets: they are named by path only to be connected to.
constexpr uint64_t kWrite =
    kRead | ASSAY_LANDLOCK_WRITE_FILE | ASSAY_LANDLOCK_REMOVE_DIR | ASSAY_LANDLOCK_REMOVE_FILE |
    ASSAY_LANDLOCK_MAKE_DIR | ASSAY_LANDLOCK_MAKE_REG | ASSAY_LANDLOCK_MAKE_FIFO |
    ASSAY_LANDLOCK_MAKE_SYM | ASSAY_LANDLOCK_REFER | ASSAY_LANDLOCK_TRUNCATE;

Error Failed(std::string what) {
  return SystemError("sandbox.confinement", errno, std::move(what));
}

}  // namespace

Result<Confinement> Confinement::Open(const std::vector<std::string>& readable,
                                      const std::vector<std::string>& devices) {
  Confinement confinement;
  confinement.abi_ = AssayLandlockAbi();
  if (confinement.abi_ <= 0) return Failed("there is no Landlock");
  for (const std::string& path : readable) {
    UniqueFd fd(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat info {};
    if (!fd || ::fstat(fd.get(), &info) != 0) continue;
    if (S_ISDIR(info.st_mode)) {
      confinement.readable_.push_back(std::move(fd));
    } else if (S_ISREG(info.st_mode)) {
      confinement.files_.push_back(std::move(fd));
    }
  }
  for (const std::string& path : devices) {
    UniqueFd fd(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!fd) return Failed("cannot open " + path);
    confinement.devices_.push_back(std::move(fd));
  }
  return confinement;
}

Result<UniqueFd> Confinement::RulesFor(const std::vector<std::string>& places) const {
  UniqueFd rules(AssayNewRules(abi_));
  if (!rules) return Failed("cannot make rules");
  const uint64_t known = AssayAllOfLandlock(abi_).files;
  const auto allow = [&](int path, uint64_t rights) {
    return AssayAllowPath(rules.get(), path, rights & known) == 0;
  };
  for (const UniqueFd& fd : readable_) {
    if (!allow(fd.get(), kRead)) return Failed("cannot allow a path");
  }
  for (const UniqueFd& fd : files_) {
    if (!allow(fd.get(), kReadOne)) return Failed("cannot allow a file");
  }
  for (const UniqueFd& fd : devices_) {
    if (!allow(fd.get(), kDevice)) return Failed("cannot allow a device");
  }
  for (const std::string& place : places) {
    const UniqueFd fd(::open(place.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!fd || !allow(fd.get(), kWrite)) return Failed("cannot allow " + place);
  }
  return rules;
}

}  // namespace assay
