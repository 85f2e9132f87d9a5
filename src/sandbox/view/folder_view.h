// A box without a root of its own, where no namespaces are to be had. Its writable places are below
// a folder of the host's that is the box's alone, with the paths that they have in other boxes:
// "/box" is FOLDER/box, "/dev/shm" FOLDER/dev/shm. What a program is told (arguments, environment)
// names them as they are there. For the paths that it makes up itself there is a library in it
// (preload/box_places.c).
//
// The folder's name can't be guessed: programs of all boxes are one user, and anybody who knows a
// path may ask whether it is there. It has the same length in every box.
//
// Used by the spawner and the agent, with no program alive; not thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace assay::folder_view {

// Of one server: a folder that nobody else may enter, with the library of all its boxes' programs.
// What servers that were killed have left is removed. `lock` keeps it from being taken for such a
// one.
struct Base {
  std::string path;
  UniqueFd lock;
};
Result<Base> MakeBase();
// Where a program can be executed and this account may write; empty: nowhere.
std::string BaseParent();

// Of one box, below that.
Result<std::string> MakeFolder(const std::string& base);
// False when something is left.
bool Remove(const std::string& folder);

// The library as the programs of that box are to name it: by its name it knows the folder. It lies
// beside the folder and may be read.
std::string Library(const std::string& folder);
// `env` with it to be loaded.
std::vector<std::string> WithLibrary(const std::string& folder, std::vector<std::string> env);

// The places, empty; and their end with all that is in them.
Status MakePlaces(const std::string& folder);
Status DropPlaces(const std::string& folder);

// `text` with every path of a place in it as it is on the host. A path is told by what is before
// it: the beginning, or a sign that no name has ("-I/box/x", "A=/tmp:/box").
std::string Translate(const std::string& folder, std::string_view text);
std::vector<std::string> Translate(const std::string& folder, std::vector<std::string> texts);

}  // namespace assay::folder_view
