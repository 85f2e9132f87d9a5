// A folder on the host whose files are worked on by file workers, forked here as a box's agent
// forks them there. As root they become an ordinary user, so that rights count. For tests.
#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/files/file_worker.h"
#include "sandbox/files/worker_files.h"

namespace assay {

class WorkerFilesFixture : public ::testing::Test {
 protected:
  static constexpr uid_t kUser = 65534;

  WorkerFilesFixture() {
    char folder[] = "/tmp/assay-files-XXXXXX";
    EXPECT_NE(::mkdtemp(folder), nullptr);
    folder_ = folder;
    Give(folder_);
    files_ = MakeWorkerFiles(
        {.open = [this](const std::string& request, SteadyTime) { return Fork(request); },
         .ended = [this] { return box_ended_; }},
        folder_);
  }
  ~WorkerFilesFixture() override {
    for (const pid_t worker : workers_) {
      ::kill(worker, SIGKILL);
      ::waitpid(worker, nullptr, 0);
    }
    if (!disk_.empty()) ::umount2(disk_.c_str(), MNT_DETACH);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // A file system of its own with room for so much, in the folder; the rest of a test needs it.
  std::string Disk(const std::string& bytes) {
    disk_ = folder_ + "/disk";
    ::mkdir(disk_.c_str(), 0755);
    EXPECT_EQ(::mount("tmpfs", disk_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV,
                      ("mode=0777,size=" + bytes).c_str()),
              0);
    return disk_;
  }

  LiveFiles& files() { return *files_; }
  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  static SteadyTime Soon() { return std::chrono::steady_clock::now() + std::chrono::minutes(1); }

  void Put(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
    Give(Path(name));
  }
  void MakeFolder(const std::string& name) const {
    ASSERT_EQ(::mkdir(Path(name).c_str(), 0755), 0);
    Give(Path(name));
  }
  void Link(const std::string& name, const std::string& target) const {
    ASSERT_EQ(::symlink(target.c_str(), Path(name).c_str()), 0);
  }
  std::string Text(const std::string& name) const {
    std::ifstream file(Path(name), std::ios::binary);
    if (!file) return "(none)";
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  // Of the host's own view, sorted.
  std::vector<std::string> NamesAt(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  Result<std::string> ReadAll(const std::string& path, FileRange range = {}) {
    std::string text;
    const auto size = files_->Read(
        path, range,
        [&](std::string_view piece) {
          text.append(piece);
          return true;
        },
        Soon());
    if (!size.ok()) return size.error();
    return text;
  }
  // In pieces of that many bytes.
  static ByteSource From(std::string text, size_t piece = 1000) {
    auto rest = std::make_shared<std::string>(std::move(text));
    return [rest, piece]() -> Result<std::string> {
      std::string next = rest->substr(0, piece);
      rest->erase(0, next.size());
      return next;
    };
  }
  static int Errno(const Status& status) { return status.ok() ? 0 : status.error().sys_errno; }
  template <typename T>
  static int Errno(const Result<T>& result) {
    if (result.ok()) return 0;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument) << result.error().ToString();
    return result.error().sys_errno;
  }

  static void Give(const std::string& path) {
    if (::geteuid() == 0) {
      EXPECT_EQ(::lchown(path.c_str(), kUser, kUser), 0);
    }
  }

  std::vector<pid_t> workers_;  // the newest last
  bool box_ended_ = false;
  std::string box_root_;  // where workers have their "/", if anywhere else; needs root

 private:
  Result<UniqueFd> Fork(const std::string& request) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      return SystemError("test", errno, "no sockets");
    }
    UniqueFd ours(ends[0]), theirs(ends[1]);
    const pid_t worker = ::fork();
    if (worker == 0) {
      ours.Reset();
      if (!box_root_.empty() && (::chroot(box_root_.c_str()) != 0 || ::chdir("/") != 0)) {
        ::_exit(98);
      }
      if (::geteuid() == 0 &&
          (::setresgid(kUser, kUser, kUser) != 0 || ::setresuid(kUser, kUser, kUser) != 0)) {
        ::_exit(99);
      }
      ::_exit(RunFileWorker(request, std::move(theirs)));
    }
    workers_.push_back(worker);
    return ours;
  }

  std::string folder_;
  std::string disk_;
  std::unique_ptr<LiveFiles> files_;
};

}  // namespace assay
