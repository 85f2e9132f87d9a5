// A LiveBoxHost for tests: processes of this machine in a temporary folder, without any isolation,
// so that sessions and doors are tested end to end without privileges. Never for untrusted code.
//
// A file's path is below the folder ("/tmp/a" is <folder>/tmp/a); programs start in the mapped
// directory with HOME there, and what they write elsewhere is the machine's. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "runner/live_box.h"

namespace assay {

class HostBox;

class HostBoxes final : public LiveBoxHost {
 public:
  HostBoxes();
  ~HostBoxes() override;

  Result<std::unique_ptr<LiveBox>> Create(const LiveBoxSpec& spec) override ASSAY_EXCLUDES(mutex_);
  std::vector<BoxImage> Images() override {
    listed_by_ = std::this_thread::get_id();
    return {{"python:3.11", "", "", 0}};
  }
  int warm() override { return 0; }
  std::string tier() const override { return "none"; }

  // The boxes that are there die, as if their agents had been killed.
  void LoseAll() ASSAY_EXCLUDES(mutex_);
  // The next Create fails so.
  void FailNext(Error error) ASSAY_EXCLUDES(mutex_);
  // Every Create takes this long.
  void SetDelay(std::chrono::milliseconds delay) { delay_ms_ = delay.count(); }
  // While it holds, freezing a box and listening in it don't return, but for the box's end.
  void Hold(bool hold) { *held_ = hold; }
  // While it is set, files are neither read nor written: what would do it is killed each time, as
  // by the box's programs.
  void KillFileWorkers(bool kill) { *workers_killed_ = kill; }
  // The thread that was last given the list of images.
  std::thread::id listed_by() const { return listed_by_; }
  int created() const { return created_; }
  int alive() const { return *alive_; }

 private:
  const std::string folder_;
  std::atomic<int64_t> delay_ms_{0};
  std::atomic<int> created_{0};
  const std::shared_ptr<std::atomic<bool>> held_ = std::make_shared<std::atomic<bool>>(false);
  const std::shared_ptr<std::atomic<bool>> workers_killed_ =
      std::make_shared<std::atomic<bool>>(false);
  std::atomic<std::thread::id> listed_by_{};
  const std::shared_ptr<std::atomic<int>> alive_ = std::make_shared<std::atomic<int>>(0);
  Mutex mutex_;
  std::optional<Error> fail_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<HostBox>> boxes_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
