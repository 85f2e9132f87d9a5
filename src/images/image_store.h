// ImageStore: the images of a folder, each in a folder of its own there, named after a hash of the
// image's name:
//
//   image.json    what is known of it (image_record.h)
//   root/         its files
//
// Several processes may use one store. An image appears at once, when all of it is there
// (NewImage), and disappears at once. Whoever uses an image holds a lock of its folder, which the
// kernel gives back when that process is gone; an image that is held isn't removed. Thread-safe.
//
// List reads a folder, and small files when something has changed; Find opens a few files.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "images/image_record.h"

namespace assay {

// An image in use: it stays while this lives.
struct HeldImage {
  ImageRecord record;
  std::string root;  // a folder of the host's
  std::shared_ptr<const void> hold;
};

// A place for an image that is being made. Without Commit nothing stays of it.
class NewImage {
 public:
  NewImage(NewImage&&) noexcept = default;
  NewImage& operator=(NewImage&&) = delete;
  ~NewImage();
  std::string folder() const { return path_; }
  std::string root() const { return path_ + "/root"; }

 private:
  friend class ImageStore;
  NewImage(std::string path, UniqueFd lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;
  UniqueFd lock_;  // invalid: it is no more
};

class ImageStore {
 public:
  // The folder need not be there; NewImage makes it. kInvalidArgument: it can't be one.
  static Result<std::unique_ptr<ImageStore>> Open(const std::string& folder);
  ~ImageStore();
  ImageStore(const ImageStore&) = delete;
  ImageStore& operator=(const ImageStore&) = delete;

  // By name. Damaged ones are left out.
  std::vector<ImageRecord> List();
  // By a reference as clients write them (image_name.h). kInvalidArgument with ENOENT and the field
  // "image": there is none.
  Result<HeldImage> Find(std::string_view ref);
  // kInvalidArgument with EBUSY: somebody uses it.
  Status Remove(std::string_view ref);

  // With an empty root folder. What was left by processes that died is cleared away.
  // kInvalidArgument with EPERM: the store's folder isn't this user's alone (0700).
  Result<NewImage> Begin();
  // kInvalidArgument with EEXIST: there is an image of that name.
  Status Commit(NewImage image, const ImageRecord& record);

 private:
  struct State;
  explicit ImageStore(std::string folder);
  std::string PathOf(std::string_view ref) const;

  const std::string folder_;
  const std::unique_ptr<State> state_;
};

}  // namespace assay
