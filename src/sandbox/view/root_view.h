// What a box sees as "/": a small tmpfs with read-only binds of the toolchains, a curated /etc, a
// minimal /dev, its own /proc, and the bounded writable places. Nothing else of the host.
//
// Taken once in the agent, inside fresh mount, pid, uts and network namespaces, as root.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay {

// What boxes are shown of the host's toolchains. What lies below something shown is there with it;
// symbolic links on the way to it (merged /usr) stay links.
struct ShownPaths {
  struct Link {
    std::string path;
    std::string text;  // what it says
  };
  std::vector<std::string> real;
  std::vector<Link> links;
};

// Of /usr, /lib and their like, and of these; looked for once for all boxes. kInvalidArgument: one
// of them is the whole root.
Result<ShownPaths> FindShownPaths(const std::vector<std::string>& visible_paths);

struct RootViewOptions {
  std::shared_ptr<const ShownPaths> shown;
  int uid = 0;  // of the candidate
  // Its files are ours, as it is the agent's user for the kernel: nothing is given away.
  bool one_user = false;
  int64_t scratch_bytes = 0;
  int64_t scratch_inodes = 0;
  // The candidate's lines in the box's own lists of users.
  std::string user = "sandbox";
  std::string home = "/box";
  std::string shell = "/bin/sh";
  // A folder of the host's that is the root of a box that stays, in place of the toolchains.
  std::string image;
  // Of a box that has no root of its own: where its writable places are (folder_view.h).
  std::string folder;
  // What all boxes see alike is there already (furniture.h).
  bool furnished = false;
};

// What a box's /etc/passwd and /etc/group say.
struct UserLists {
  std::string passwd;
  std::string group;
};
UserLists ListUsers(const RootViewOptions& options);

// The steps, in the order in which a tier lists them. A failed view is half built; the process must
// end.
namespace root_view {

Status PrivateMounts(const RootViewOptions& options);
Status RootTmpfs(const RootViewOptions& options);
Status Toolchains(const RootViewOptions& options);
Status Etc(const RootViewOptions& options);
Status Devices(const RootViewOptions& options);
// After Devices, where there will be terminals.
Status TerminalDevices(const RootViewOptions& options);
Status Processors(const RootViewOptions& options);
Status WritablePlaces(const RootViewOptions& options);
Status Proc(const RootViewOptions& options);
Status PivotRoot(const RootViewOptions& options);
Status Network(const RootViewOptions& options);
Status MaskProc(const RootViewOptions& options);
Status ReadOnlyRoot(const RootViewOptions& options);
Status Hostname(const RootViewOptions& options);

// What a box without a root of its own may read where it lies: all that the steps show elsewhere,
// and a few files of /proc; and the devices that it may write to as well. Not all need be there.
std::vector<std::string> ReadablePaths(const RootViewOptions& options);
std::vector<std::string> DevicePaths();

// In the finished box, with no program alive: gives up the writable places with all that is in
// them, and makes them anew. Between the two there are none.
Status DropPlaces();
Status NewPlaces(const RootViewOptions& options);

}  // namespace root_view

}  // namespace assay
