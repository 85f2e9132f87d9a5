#include "sandbox/tiers/user_steps.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>

#include "sandbox/contain/keeper.h"
#include "sandbox/tiers/box_steps.h"
#include "sandbox/view/mounts.h"

namespace assay {

Status user_step::Clone(BoxMaking& making) {
  making.uid_map = "0 " + std::to_string(::geteuid()) + " 1\n";
  making.gid_map = "0 " + std::to_string(::getegid()) + " 1\n";
  return box_step::CloneInto(making, kNamespaces);
}

Status user_step::MapAccount(BoxMaking& making) {
  if (::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0 && WriteUserMaps(making.uid_map, making.gid_map)) {
    return {};
  }
  return StepFailed("cannot map this account into the box");
}

Status user_step::StartKeeper(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(Keeper keeper, Keeper::Start(making.view.uid));
  making.keeper = std::make_unique<Keeper>(std::move(keeper));
  return {};
}

Status user_step::Proc(BoxMaking& making) {
  const std::string proc = kStaging + "/proc";
  if (!MakeDirectories(proc)) return StepFailed("cannot make /proc");
  return making.keeper->MountProc(proc.c_str());
}

Status user_step::KeepProc(BoxMaking& making) {
  UniqueFd fs(::fsopen("proc", FSOPEN_CLOEXEC));
  if (!fs || ::fsconfig(fs.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
    return StepFailed("cannot make a /proc of the agent's");
  }
  UniqueFd mount(::fsmount(fs.get(), FSMOUNT_CLOEXEC, 0));
  making.live_proc.Reset(::openat(mount.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  making.live_score.Reset(::openat(mount.get(), "self/oom_score_adj", O_RDWR | O_CLOEXEC));
  if (making.live_proc && making.live_score) return {};
  return StepFailed("cannot keep a /proc of the agent's");
}

}  // namespace assay
