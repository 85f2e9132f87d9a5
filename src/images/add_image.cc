#include "images/add_image.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <filesystem>
#include <utility>

#include "images/blob_stream.h"
#include "images/image_name.h"
#include "images/image_source.h"
#include "images/unpack.h"

namespace assay {
namespace {

constexpr const char* kStage = "images";
constexpr int64_t kMostOfEtc = 1 << 20;

Error Fault(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

Result<RootBuilder> BuilderOf(const std::string& root, const ImageLimits& limits) {
  UniqueFd folder(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) return SystemError(kStage, errno, "cannot open " + root);
  return RootBuilder(std::move(folder), limits);
}

Status UnpackLayers(const std::string& folder, const LayeredImage& image, RootBuilder* root) {
  for (const ImageLayer& layer : image.layers) {
    ASSAY_ASSIGN_OR_RETURN(UniqueFd file, OpenInFolder(folder, layer.path));
    ASSAY_ASSIGN_OR_RETURN(const auto blob, BlobStream::Open(std::move(file), layer.path));
    ASSAY_RETURN_IF_ERROR(UnpackTar(*blob, TarKind::kLayer, root));
    const std::string file_digest = blob->file_digest();
    const std::string tar_digest = blob->tar_digest();
    for (const auto& [wanted, found] :
         {std::pair(&layer.file_digest, &file_digest), std::pair(&layer.tar_digest, &tar_digest)}) {
      if (wanted->empty() || *wanted == *found) continue;
      return Fault(layer.path + " is damaged: its digest is " + *found + ", and the image says " +
                   *wanted);
    }
  }
  return {};
}

// Of what there is in the end.
Status Measure(const std::string& root, ImageRecord* record) {
  namespace fs = std::filesystem;
  std::error_code failed;
  auto at = fs::recursive_directory_iterator(root, failed);
  for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    struct stat found {};
    if (::lstat(at->path().c_str(), &found) != 0) continue;
    ++record->files;
    if (S_ISREG(found.st_mode)) record->bytes += found.st_blocks * 512;
  }
  if (failed) return SystemError(kStage, failed.value(), "cannot look through the image's files");
  return {};
}

// Of each box a few files of /etc are its own, in the place of the image's.
Status CheckEtc(const std::string& root) {
  const UniqueFd etc(
      ::open((root + "/etc").c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!etc) return {};  // it gets a folder
  for (const char* name : {"passwd", "group", "hosts", "hostname", "resolv.conf"}) {
    struct stat found {};
    if (::fstatat(etc.get(), name, &found, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISDIR(found.st_mode) || found.st_size > kMostOfEtc) {
      return Fault("the image has no usual file as /etc/" + std::string(name));
    }
  }
  return {};
}

// A folder that the configuration names is there when a container starts, so it is here.
Status MakeWorkdir(const std::string& workdir, RootBuilder* root) {
  const size_t begin = workdir.find_first_not_of('/');
  if (begin == std::string::npos) return {};
  const auto made = root->EnsureFolder(std::string_view(workdir).substr(begin));
  return made.ok() ? Status()
                   : Fault("the image's configuration: WorkingDir: " + made.error().message);
}

}  // namespace

Result<ImageRecord> AddImage(ImageStore& store, const std::string& name, const std::string& path,
                             const ImageLimits& limits) {
  ASSAY_ASSIGN_OR_RETURN(const std::string short_name, CheckImageName(name));
  struct stat given {};
  if (::stat(path.c_str(), &given) != 0) {
    return Fault(path + ": " + SystemError("", errno, "").ToString());
  }
  ASSAY_ASSIGN_OR_RETURN(NewImage image, store.Begin());
  ImageRecord record;
  std::string layered_in;
  if (S_ISDIR(given.st_mode)) {
    layered_in = path;
  } else if (S_ISREG(given.st_mode)) {
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    ASSAY_ASSIGN_OR_RETURN(const auto blob, BlobStream::Open(std::move(file), path));
    ASSAY_ASSIGN_OR_RETURN(RootBuilder root, BuilderOf(image.root(), limits));
    ASSAY_RETURN_IF_ERROR(UnpackTar(*blob, TarKind::kWhole, &root));
    record.source = "tar";
    record.digest = blob->file_digest();
    layered_in = image.root();
  } else {
    return Fault(path + " is neither a file nor a folder");
  }
  ASSAY_ASSIGN_OR_RETURN(const std::optional<LayeredImage> layered,
                         ReadLayeredImage(layered_in, short_name));
  if (layered && layered_in == image.root()) {
    // What was unpacked is the layers, not the root.
    layered_in = image.folder() + "/layers";
    if (::rename(image.root().c_str(), layered_in.c_str()) != 0 ||
        ::mkdir(image.root().c_str(), 0755) != 0) {
      return SystemError(kStage, errno, "cannot make the image's root");
    }
  }
  ASSAY_ASSIGN_OR_RETURN(RootBuilder root, BuilderOf(image.root(), limits));
  if (layered) {
    record = layered->record;
    ASSAY_RETURN_IF_ERROR(UnpackLayers(layered_in, *layered, &root));
    std::error_code ignored;
    if (layered_in != path) std::filesystem::remove_all(layered_in, ignored);
  } else if (S_ISDIR(given.st_mode)) {
    record.source = "folder";
    ASSAY_RETURN_IF_ERROR(CopyFolder(path, &root));
  }
  ASSAY_RETURN_IF_ERROR(CheckEtc(image.root()));
  ASSAY_RETURN_IF_ERROR(MakeWorkdir(record.workdir, &root));
  record.name = short_name;
  record.created = Now();
  ASSAY_RETURN_IF_ERROR(Measure(image.root(), &record));
  if (record.files == 0) return Fault(path + " holds no files");
  ASSAY_RETURN_IF_ERROR(store.Commit(std::move(image), record));
  return record;
}

}  // namespace assay
