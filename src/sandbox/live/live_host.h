// The LiveBoxHost of a tier: boxes that stay, made by a spawner of their own, so that neither the
// making of these nor the end of that spawner touches boxes in which runs are judged.
//
// A few boxes are kept ready; who takes one gives it its limits. Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "runner/live_box.h"
#include "sandbox/live/box_defaults.h"
#include "sandbox/tiers/tier.h"

namespace assay {

// What a box gets of an image.
struct LiveImage {
  std::string root;      // a folder of the host's
  BoxDefaults defaults;  // of its processes
  // Kept until the box is gone: so long the folder stays as it is.
  std::shared_ptr<const void> hold;
};

struct LiveHostOptions {
  const Tier* tier = &PrivilegedTier();
  int warm = 0;  // boxes kept ready, of the host's toolchains
  // Boxes run as uid and gid from this one on, each as its own, at most max_boxes at a time. Below
  // 2^21, so that old kinds of archives can name them; above what accounts are given.
  int uid_base = 2'000'000;
  int max_boxes = 16'384;
  // Host directories and files to show read-only, beside /usr, /lib and their like.
  std::vector<std::string> visible_paths;
  // Empty: ours (SpawnerProgram). Else one that is the spawner when it gets kSpawnerCommand.
  std::string spawner_path;
  std::string cgroup_parent = "assay";
  // kInvalidArgument with ENOENT: no such image.
  std::function<Result<LiveImage>(const std::string& image)> find_image;
  std::function<std::vector<BoxImage>()> list_images;
};

// Starts the spawner with a first box, to know that it can. kUnsupported: this tier has none that
// stay; kPermission: this host or account doesn't allow the tier. Raises the limit of this
// process's descriptors as far as it may.
// REQUIRES: every box is destroyed before the host.
Result<std::unique_ptr<LiveBoxHost>> MakeLiveBoxHost(LiveHostOptions options);

}  // namespace assay
