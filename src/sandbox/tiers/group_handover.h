// Whether a cgroup (version 2) that this process is in was handed to this account for good, and
// groups below it: what the delegated tier asks before it changes anything.
//
// Stateless; thread-safe.
#pragma once

#include <string>

namespace assay {

// 0, or why boxes can't be made below `group`: EACCES and the like for files that aren't ours to
// write, EPERM for a unit of systemd that was not delegated. Files alone don't tell: all groups of
// a user's manager belong to the user, and it ends what is in one of its own at the first kill for
// want of memory. `mount`: of the hierarchy, whose visible root is no unit.
int NotHandedOver(const std::string& group, const std::string& mount);

// Whether others than this process and those below it are in a group, whom it would be rude to
// move. Who can't be looked at counts as another.
bool HasOthers(const std::string& group);

// Makes a group that has nothing in it, in place of one that an earlier process of our number has
// left; false and errno: it can't be made.
bool MakeGroupAnew(const std::string& group);

}  // namespace assay
