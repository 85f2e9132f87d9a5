// What a file worker does to names: looking, listing, making, moving, removing. Runs inside the box
// as its user, or in a test as whoever runs it. Errors are FileFaults with the kernel's errno.
//
// Trees are walked without following links, from a descriptor of where they begin: a directory that
// is replaced by a link meanwhile isn't entered.
#pragma once

#include <sys/stat.h>

#include <functional>
#include <string>

#include "base/fd.h"
#include "base/result.h"
#include "runner/live_box.h"

namespace assay {

// Of a link: the link's own. `path` of the result stays empty.
Result<FileInfo> StatFile(const std::string& path);
FileKind KindOf(mode_t mode);

// Calls `take` with each entry, named relative to `path`, in no order. At most kMaxListedFiles.
Status ListDirectory(const std::string& path, int depth,
                     const std::function<Status(const FileInfo&)>& take);

// `relative` below `top`, through no link and not out of it; -1 and errno.
int OpenBelow(int top, const std::string& relative, int flags);
// Sorted, without "." and ".."; of an open directory, which is taken.
Result<std::vector<std::string>> NamesIn(UniqueFd directory);

// Whether it was made.
Result<bool> MakeWithParents(const std::string& path);
// Of the directory that holds it.
Status MakeParents(const std::string& path);
// Also between file systems, where it is copied and then removed.
Status MoveFile(const std::string& from, const std::string& to);
Status RemoveTree(const std::string& path);

}  // namespace assay
