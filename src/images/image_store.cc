#include "images/image_store.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>

#include "base/mutex.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "images/image_name.h"

namespace assay {
namespace {

constexpr const char* kStage = "images";
constexpr std::string_view kAdding = ".adding-";
constexpr std::string_view kRemoved = ".removed-";
constexpr int64_t kMostRecord = 8 << 20;
// The kernel takes the name of an overlay's lower folder up to 255 bytes.
constexpr size_t kLongestFolder = 180;
// Two changes this near to each other may bear one time.
constexpr auto kClockGrain = std::chrono::seconds(1);

Error Fault(std::string field, int number, const std::string& what) {
  Error error = InvalidField(kStage, std::move(field), what);
  error.sys_errno = number;
  return error;
}

UniqueFd OpenFolder(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

void RemoveAll(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

bool SameFolder(int folder, const std::string& path) {
  struct stat held {};
  struct stat named {};
  return ::fstat(folder, &held) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

Error None(std::string_view ref) {
  const std::string name(ref.substr(0, 256));
  return Fault("image", ENOENT,
               "this server has no image '" + name +
                   "': `assay image list` names those there are, and `assay image add " + name +
                   " PATH` adds it from an OCI layout, a tar or a root folder");
}

}  // namespace

struct ImageStore::State {
  Mutex mutex;
  std::map<std::string, std::weak_ptr<UniqueFd>> held ASSAY_GUARDED_BY(mutex);  // by folder
  // What List found when the folder had this time; none when that may not be all.
  std::vector<ImageRecord> listed ASSAY_GUARDED_BY(mutex);
  timespec listed_at ASSAY_GUARDED_BY(mutex){};
};

NewImage::~NewImage() {
  if (lock_) RemoveAll(path_);
}

ImageStore::ImageStore(std::string folder)
    : folder_(std::move(folder)), state_(std::make_unique<State>()) {}

ImageStore::~ImageStore() = default;

Result<std::unique_ptr<ImageStore>> ImageStore::Open(const std::string& folder) {
  std::error_code failed;
  std::string path = std::filesystem::absolute(folder, failed).lexically_normal().string();
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  if (folder.empty() || failed || path.size() > kLongestFolder ||
      path.find_first_of(":,\\") != path.npos) {
    return Fault("image-folder", EINVAL,
                 "must be a path of at most 180 bytes without ':', ',' and '\\'");
  }
  return std::unique_ptr<ImageStore>(new ImageStore(path));
}

std::string ImageStore::PathOf(std::string_view ref) const {
  return folder_ + "/" + Sha256Hex(ImageKey(ref)).substr(0, 32);
}

std::vector<ImageRecord> ImageStore::List() {
  MutexLock lock(state_->mutex);
  struct stat now {};
  if (::stat(folder_.c_str(), &now) != 0) return {};
  const timespec known = state_->listed_at;
  if (known.tv_sec != 0 && known.tv_sec == now.st_mtim.tv_sec &&
      known.tv_nsec == now.st_mtim.tv_nsec) {
    return state_->listed;
  }
  std::vector<ImageRecord> records;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, failed)) {
    if (entry.path().filename().string().front() == '.') continue;
    const auto text = ReadFile((entry.path() / "image.json").string(), kStage, kMostRecord);
    if (!text.ok()) continue;
    auto record = ParseImageRecord(*text);
    if (record.ok()) records.push_back(std::move(*record));
  }
  std::sort(records.begin(), records.end(),
            [](const ImageRecord& a, const ImageRecord& b) { return a.name < b.name; });
  state_->listed = records;
  const auto age = std::chrono::system_clock::now().time_since_epoch() -
                   std::chrono::seconds(now.st_mtim.tv_sec);
  state_->listed_at = age > kClockGrain ? now.st_mtim : timespec{};
  return records;
}

Result<HeldImage> ImageStore::Find(std::string_view ref) {
  const std::string path = PathOf(ref);
  HeldImage image;
  {
    MutexLock lock(state_->mutex);
    std::weak_ptr<UniqueFd>& known = state_->held[path];
    std::shared_ptr<UniqueFd> hold = known.lock();
    if (hold == nullptr) {
      UniqueFd folder = OpenFolder(path);
      // It may be removed between the two.
      if (!folder || ::flock(folder.get(), LOCK_SH | LOCK_NB) != 0 ||
          !SameFolder(folder.get(), path)) {
        state_->held.erase(path);
        return None(ref);
      }
      hold = std::make_shared<UniqueFd>(std::move(folder));
      known = hold;
    }
    image.hold = std::move(hold);
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string text,
                         ReadFile(path + "/image.json", kStage, kMostRecord));
  ASSAY_ASSIGN_OR_RETURN(image.record, ParseImageRecord(text));
  image.root = path + "/root";
  return image;
}

Status ImageStore::Remove(std::string_view ref) {
  const std::string path = PathOf(ref);
  const UniqueFd folder = OpenFolder(path);
  if (!folder) return errno == ENOENT ? None(ref) : SystemError(kStage, errno, path);
  if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) {
    return Fault("image", EBUSY,
                 "sandboxes use '" + std::string(ref) + "': end them first (assay sandbox ls, rm)");
  }
  if (!SameFolder(folder.get(), path)) return None(ref);
  const std::string gone = folder_ + "/" + std::string(kRemoved) + path.substr(path.size() - 32) +
                           "-" + std::to_string(::getpid());
  if (::rename(path.c_str(), gone.c_str()) != 0) return SystemError(kStage, errno, path);
  RemoveAll(gone);
  return {};
}

Result<NewImage> ImageStore::Begin() {
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(folder_).parent_path(), failed);
  // Nobody else may look at images. What is there already isn't changed: it may be /tmp.
  ::mkdir(folder_.c_str(), 0700);
  const UniqueFd all = OpenFolder(folder_);
  struct stat found {};
  if (!all || ::fstat(all.get(), &found) != 0) {
    return SystemError(kStage, errno, "cannot use the folder of images " + folder_);
  }
  const bool ours = found.st_uid == ::geteuid();
  if (!ours || (found.st_mode & 0077) != 0) {
    return Fault("image-folder", EPERM,
                 folder_ + (ours ? " is open to other users" : " belongs to another user") +
                     ": make it yours with mode 0700, or name a new folder");
  }
  // So that nobody takes for dead what has no lock yet.
  if (::flock(all.get(), LOCK_EX) != 0) return SystemError(kStage, errno, folder_);
  for (const auto& entry : std::filesystem::directory_iterator(folder_, failed)) {
    const std::string name = entry.path().filename().string();
    if (!StartsWith(name, kAdding) && !StartsWith(name, kRemoved)) continue;
    const UniqueFd left = OpenFolder(entry.path().string());
    if (left && ::flock(left.get(), LOCK_EX | LOCK_NB) == 0) RemoveAll(entry.path().string());
  }
  std::string path = folder_ + "/" + std::string(kAdding) + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return SystemError(kStage, errno, path);
  UniqueFd lock = OpenFolder(path);
  if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 ||
      ::mkdir((path + "/root").c_str(), 0755) != 0) {
    return SystemError(kStage, errno, "cannot make " + path);
  }
  return NewImage(std::move(path), std::move(lock));
}

Status ImageStore::Commit(NewImage image, const ImageRecord& record) {
  JsonWriter json;
  WriteImageRecord(record, &json);
  const std::string file = image.path_ + "/image.json";
  const UniqueFd text(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!text) return SystemError(kStage, errno, file);
  ASSAY_RETURN_IF_ERROR(WriteAll(text.get(), json.text(), file, kStage));
  // All of it is on the disk before it has its name.
  if (::syncfs(image.lock_.get()) != 0) return SystemError(kStage, errno, file);
  const std::string path = PathOf(record.name);
  if (::syscall(SYS_renameat2, AT_FDCWD, image.path_.c_str(), AT_FDCWD, path.c_str(),
                RENAME_NOREPLACE) != 0) {
    if (errno != EEXIST && errno != ENOTEMPTY) return SystemError(kStage, errno, path);
    return Fault("name", EEXIST,
                 "there is an image '" + record.name +
                     "': `assay image remove` takes it away, or give this one another name");
  }
  image.lock_.Reset();
  return {};
}

}  // namespace assay
