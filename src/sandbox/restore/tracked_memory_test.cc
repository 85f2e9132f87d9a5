// With a process of its own: a child that maps a file, changes a page of it and makes all
// read-only, as the dynamic linker does with what it has relocated.
#include "sandbox/restore/tracked_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/userfaultfd.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/restore/tracee.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kPages = 8;
constexpr size_t kChanged = 0, kRead = 5;  // of the pages

enum class Deed : char { kReadAPage, kWrite, kReplace };

struct Place {
  char* start;
  int watch;
};

[[noreturn]] void Sealed(int file, int socket) {
  const auto map = [&](void* place, int more) {
    return static_cast<char*>(
        ::mmap(place, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | more, file, 0));
  };
  char* const start = map(nullptr, 0);
  if (start == MAP_FAILED) ::_exit(1);
  start[kChanged * kPage] = 'x';
  ::mprotect(start, kPages * kPage, PROT_READ);
  const Place place{start,
                    static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY))};
  if (::send(socket, &place, sizeof place, 0) != sizeof place) ::_exit(1);
  for (Deed deed; ::recv(socket, &deed, sizeof deed, 0) == sizeof deed;) {
    char answer = 0;
    switch (deed) {
      case Deed::kReadAPage: answer = *const_cast<volatile char*>(start + kRead * kPage); break;
      case Deed::kWrite:
        ::mprotect(start, kPages * kPage, PROT_READ | PROT_WRITE);
        start[kChanged * kPage] = 'y';
        ::mprotect(start, kPages * kPage, PROT_READ);
        break;
      case Deed::kReplace:
        ::munmap(start, kPages * kPage);
        if (map(start, MAP_FIXED) != start) ::_exit(1);
        ::mprotect(start, kPages * kPage, PROT_READ);
        break;
    }
    if (::send(socket, &answer, sizeof answer, 0) != sizeof answer) ::_exit(1);
  }
  ::_exit(0);
}

class SealedMemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    UniqueFd file(::memfd_create("sealed", MFD_CLOEXEC));
    int ends[2];
    ASSERT_TRUE(file && ::ftruncate(file.get(), kPages * kPage) == 0);
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    socket_.Reset(ends[0]);
    const UniqueFd childs(ends[1]);
    child_ = ::fork();
    ASSERT_GE(child_, 0);
    if (child_ == 0) {
      socket_.Reset();
      Sealed(file.get(), childs.get());
    }
    Place place{};
    ASSERT_EQ(::recv(socket_.get(), &place, sizeof place, 0), ssize_t{sizeof place});
    if (place.watch < 0) GTEST_SKIP() << "needs userfaultfd";
    TakeSnapshot(place);
  }
  void TearDown() override {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

  void Do(Deed deed) {
    char answer;
    ASSERT_EQ(::send(socket_.get(), &deed, sizeof deed, MSG_NOSIGNAL), ssize_t{sizeof deed});
    ASSERT_EQ(::recv(socket_.get(), &answer, sizeof answer, 0), ssize_t{sizeof answer});
  }

  std::optional<TrackedMemory> memory_;

 private:
  // Of that mapping alone: the rest is this test program's own.
  void TakeSnapshot(const Place& place) {
    std::ifstream text("/proc/" + std::to_string(child_) + "/maps");
    auto maps = ParseMaps(std::string((std::istreambuf_iterator<char>(text)), {}));
    ASSERT_TRUE(maps.ok());
    std::erase_if(*maps, [&](const Mapping& mapping) {
      return mapping.start != reinterpret_cast<uint64_t>(place.start);
    });
    ASSERT_EQ(maps->size(), 1U);
    const UniqueFd proc(::open("/proc", O_PATH | O_CLOEXEC));
    const UniqueFd pidfd(PidfdOpen(child_));
    UniqueFd watch = Tracee::Take(pidfd.get(), place.watch);
    if (!watch) GTEST_SKIP() << "needs pidfd_getfd";
    buffer_.Prepare();
    auto memory = TrackedMemory::Take(child_, proc.get(), std::move(watch), *maps, buffer_);
    if (!memory.ok()) {
      const std::string problem = memory.error().ToString();
      if (problem.find("doesn't record writes") != std::string::npos) GTEST_SKIP() << problem;
      FAIL() << problem;
    }
    memory_.emplace(std::move(*memory));
  }

  pid_t child_ = -1;
  UniqueFd socket_;
  SnapshotBuffer buffer_;
};

TEST_F(SealedMemoryTest, IsTheSameWhenNothingWasDone) {
  EXPECT_TRUE(memory_->FindChanges().ok());
}

// Of a large library's tables most aren't read before a program asks for them.
TEST_F(SealedMemoryTest, IsTheSameWhenAPageIsReadForTheFirstTime) {
  Do(Deed::kReadAPage);
  EXPECT_TRUE(memory_->FindChanges().ok());
}

TEST_F(SealedMemoryTest, IsNotTheSameWhenItWasWrittenTo) {
  Do(Deed::kWrite);
  EXPECT_FALSE(memory_->FindChanges().ok());
}

TEST_F(SealedMemoryTest, IsNotTheSameWhenAnotherMappingTookItsPlace) {
  Do(Deed::kReplace);
  EXPECT_FALSE(memory_->FindChanges().ok());
}

}  // namespace
}  // namespace assay
