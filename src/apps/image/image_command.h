// `assay image`: the root folders that sandboxes of this host may have.
//
// Used by the main thread.
#pragma once

#include <string>

#include "apps/setup/command.h"
#include "images/image_store.h"

namespace assay {

class ImageCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"image", "add, list and remove root folders for sandboxes", OptionSet::kImages};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0, 1 when it failed, or 2 when what was given has a fault.
  int Run(const Options& options) const override;

 private:
  int Add(ImageStore& store) const;
  int List(ImageStore& store) const;
  int Remove(ImageStore& store) const;

  CommandLine* add_ = nullptr;
  CommandLine* list_ = nullptr;
  CommandLine* remove_ = nullptr;
  std::string name_;
  std::string path_;
  int64_t max_gb_ = 64;
  bool json_ = false;
};

}  // namespace assay
