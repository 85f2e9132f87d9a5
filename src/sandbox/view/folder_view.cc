#include "sandbox/view/folder_view.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <memory>

#include "runner/box_paths.h"
#include "sandbox/view/mounts.h"

extern "C" const char assay_box_places_begin[], assay_box_places_end[];

namespace assay {
namespace {

constexpr const char* kBaseParents[] = {"/tmp", "/var/tmp", "/dev/shm"};
constexpr std::string_view kBasePrefix = ".assay-";
constexpr size_t kNameBytes = 24;  // of 32 letters: 120 bits
constexpr int kMostTries = 100;
constexpr const char* kLibraryName = "/box_places.so";

using Directory = std::unique_ptr<DIR, int (*)(DIR*)>;

Result<std::string> RandomName() {
  constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyz234567";
  unsigned char bytes[kNameBytes];
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) {
    return ViewError("cannot choose a name");
  }
  std::string name;
  for (const unsigned char byte : bytes) name += kLetters[byte % 32];
  return name;
}

std::vector<std::string> Names(int directory) {
  std::vector<std::string> names;
  Directory opened(::fdopendir(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                   &::closedir);
  while (const dirent* entry = opened ? ::readdir(opened.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

// Gives back what a program took from its own directory. Never through a link: programs of a server
// that was killed may still be there, and put one in its place.
bool OpenToUs(int parent, const std::string& name) {
  const UniqueFd directory(
      ::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  return directory &&
         ::chmod(("/proc/self/fd/" + std::to_string(directory.get())).c_str(), 0700) == 0;
}

// However deep a program made its directories: what is not empty moves to the top, so that no path
// grows. A program may have closed them to itself, and so to us.
bool RemoveContents(int top) {
  int moved = 0;
  std::vector<std::string> directories = {"."};
  while (!directories.empty()) {
    const std::string name = directories.back();
    directories.pop_back();
    UniqueFd directory(
        ::openat(top, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory) return false;
    for (const std::string& entry : Names(directory.get())) {
      if (::unlinkat(directory.get(), entry.c_str(), 0) == 0) continue;
      if (errno != EISDIR) return false;
      if (::unlinkat(directory.get(), entry.c_str(), AT_REMOVEDIR) == 0) continue;
      if (!OpenToUs(directory.get(), entry)) return false;
      // Another process may have begun this, and not come to its end.
      const std::string above =
          "moved-" + std::to_string(::getpid()) + "-" + std::to_string(moved++);
      if (::renameat(directory.get(), entry.c_str(), top, above.c_str()) != 0) return false;
      directories.push_back(above);
    }
    if (name != "." && ::unlinkat(top, name.c_str(), AT_REMOVEDIR) != 0) return false;
  }
  return true;
}

UniqueFd OpenDirectory(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool Allows(const char* parent) {
  struct statvfs info {};
  return ::access(parent, W_OK | X_OK) == 0 && ::statvfs(parent, &info) == 0 &&
         (info.f_flag & (ST_NOEXEC | ST_RDONLY)) == 0;
}

bool IsAt(int directory, const std::string& path) {
  struct stat open {
  }, named{};
  return ::fstat(directory, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

// Those of servers that are gone: nobody holds their lock.
void RemoveForgotten(const std::string& parent) {
  const UniqueFd directory = OpenDirectory(parent);
  if (!directory) return;
  for (const std::string& name : Names(directory.get())) {
    if (name.rfind(kBasePrefix, 0) != 0) continue;
    UniqueFd base(
        ::openat(directory.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info {};
    if (!base || ::fstat(base.get(), &info) != 0 || info.st_uid != ::geteuid() ||
        ::flock(base.get(), LOCK_EX | LOCK_NB) != 0) {
      continue;
    }
    if (RemoveContents(base.get())) ::unlinkat(directory.get(), name.c_str(), AT_REMOVEDIR);
  }
}

Status WriteLibrary(const std::string& base) {
  const UniqueFd fd(
      ::open((base + kLibraryName).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0500));
  const auto bytes = static_cast<size_t>(assay_box_places_end - assay_box_places_begin);
  if (fd && ::write(fd.get(), assay_box_places_begin, bytes) == static_cast<ssize_t>(bytes)) {
    return {};
  }
  return ViewError("cannot write " + base + kLibraryName);
}

bool IsNameByte(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) || byte == '_' || byte == '.' ||
         byte == '/' || byte == '-';
}

// The place whose path stands at `at`, or nothing.
std::string_view PlaceAt(std::string_view text, size_t at) {
  // "-I/box" is a path behind a letter, "a/box" is none.
  const bool option = at >= 2 && text[0] == '-' && at == 2;
  if (at > 0 && IsNameByte(text[at - 1]) && !option) return {};
  for (const std::string_view place : kWritablePlaces) {
    if (text.compare(at, place.size(), place) != 0) continue;
    const size_t end = at + place.size();
    if (end == text.size() || text[end] == '/' || !IsNameByte(text[end])) return place;
  }
  return {};
}

}  // namespace

std::string folder_view::BaseParent() {
  for (const char* parent : kBaseParents) {
    if (Allows(parent)) return parent;
  }
  return "";
}

Result<folder_view::Base> folder_view::MakeBase() {
  const std::string parent = BaseParent();
  if (parent.empty()) {
    errno = EROFS;
    return ViewError("no folder to make the writable places in");
  }
  RemoveForgotten(parent);
  for (int tries = kMostTries;; --tries) {
    ASSAY_ASSIGN_OR_RETURN(const std::string name, RandomName());
    Base base{parent + "/" + std::string(kBasePrefix) + name, {}};
    if (::mkdir(base.path.c_str(), 0700) != 0) return ViewError("cannot make " + base.path);
    base.lock = OpenDirectory(base.path);
    // Until it is locked, another server that starts may take it for a forgotten one.
    if (base.lock && ::flock(base.lock.get(), LOCK_EX | LOCK_NB) == 0 &&
        IsAt(base.lock.get(), base.path)) {
      ASSAY_RETURN_IF_ERROR(WriteLibrary(base.path));
      return base;
    }
    if (tries == 1) return ViewError("cannot lock " + base.path);
  }
}

Result<std::string> folder_view::MakeFolder(const std::string& base) {
  ASSAY_ASSIGN_OR_RETURN(const std::string name, RandomName());
  std::string folder = base + "/" + name;
  if (::mkdir(folder.c_str(), 0700) != 0) return ViewError("cannot make a box's folder");
  return folder;
}

bool folder_view::Remove(const std::string& folder) {
  const UniqueFd directory = OpenDirectory(folder);
  if (!directory) return errno == ENOENT;
  return RemoveContents(directory.get()) && ::rmdir(folder.c_str()) == 0;
}

std::string folder_view::Library(const std::string& folder) {
  return folder + "/.." + kLibraryName;
}

std::vector<std::string> folder_view::WithLibrary(const std::string& folder,
                                                  std::vector<std::string> env) {
  constexpr std::string_view kVariable = "LD_PRELOAD=";
  for (std::string& entry : env) {
    if (entry.rfind(kVariable, 0) != 0) continue;
    entry += ":" + Library(folder);
    return env;
  }
  env.push_back(std::string(kVariable) + Library(folder));
  return env;
}

Status folder_view::MakePlaces(const std::string& folder) {
  for (const char* place : kWritablePlaces) {
    if (!MakeDirectories(folder + place)) return ViewError(place);
  }
  return {};
}

Status folder_view::DropPlaces(const std::string& folder) {
  const UniqueFd directory = OpenDirectory(folder);
  if (directory && RemoveContents(directory.get())) return {};
  return ViewError("cannot empty the writable places");
}

std::string folder_view::Translate(const std::string& folder, std::string_view text) {
  std::string translated;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '/' && !PlaceAt(text, at).empty()) translated += folder;
    translated += text[at];
  }
  return translated;
}

std::vector<std::string> folder_view::Translate(const std::string& folder,
                                                std::vector<std::string> texts) {
  for (std::string& text : texts) text = Translate(folder, text);
  return texts;
}

}  // namespace assay
