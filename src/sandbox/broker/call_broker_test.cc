// How programs fare with it is in sandbox/confined_sockets_test.cc.
#include "sandbox/broker/call_broker.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "sandbox/contain/network_watch.h"
#include "sandbox/contain/own_process_test_util.h"

namespace assay {
namespace {

struct Address {
  explicit Address(std::string_view name) {
    of.sun_family = AF_UNIX;
    std::memcpy(of.sun_path, name.data(), name.size());
    size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  }
  sockaddr_un of{};
  socklen_t size = 0;
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&of); }
};

SocketName Read(std::string_view name) {
  const Address address(name);
  SocketName read;
  EXPECT_EQ(ReadSocketName(address.of, address.size, &read), 0);
  return read;
}

TEST(RunSocketsTest, NamesAreReadAsTheKernelReadsThem) {
  using namespace std::string_view_literals;
  EXPECT_EQ(Read("").size, 0U);
  EXPECT_EQ(Read("/a\0b"sv), Read("/a"));
  EXPECT_TRUE(Read("/a").is_path());
  EXPECT_FALSE(Read("\0a"sv).is_path());
  EXPECT_FALSE(Read("\0a\0"sv) == Read("\0a"sv));
  EXPECT_EQ(Read(std::string(108, 'a')).size, 108U);
  Address address("a");
  SocketName read;
  EXPECT_EQ(ReadSocketName(address.of, 1, &read), EINVAL);
  EXPECT_EQ(ReadSocketName(address.of, sizeof address.of + 1, &read), EINVAL);
  address.of.sun_family = AF_INET;
  EXPECT_EQ(ReadSocketName(address.of, address.size, &read), EAFNOSUPPORT);
}

TEST(RunSocketsTest, APathIsTheLastOneWhoTookIt) {
  RunSockets sockets;
  const SocketName path = Read("/a");
  UniqueFd first, second, made;
  ASSERT_EQ(sockets.Bind(path, &first), 0);
  SocketName real, other;
  EXPECT_EQ(sockets.Find(path, &real), ECONNREFUSED);  // it doesn't listen
  ASSERT_EQ(sockets.Bind(path, &second), 0);
  struct stat info {};
  ASSERT_EQ(::fstat(first.get(), &info), 0);
  EXPECT_EQ(sockets.Listen(info.st_ino), 0);
  EXPECT_EQ(sockets.Find(path, &real), ECONNREFUSED);
  ASSERT_EQ(::fstat(second.get(), &info), 0);
  EXPECT_EQ(sockets.Listen(info.st_ino), 0);
  EXPECT_EQ(sockets.Find(path, &real), 0);
  EXPECT_EQ(sockets.Find(real, &other), 0);
  EXPECT_EQ(RunSockets::Connect(real, &made), 0);
  EXPECT_EQ(::accept4(first.get(), nullptr, nullptr, SOCK_CLOEXEC), -1);
  EXPECT_TRUE(UniqueFd(::accept4(second.get(), nullptr, nullptr, SOCK_CLOEXEC)).valid());
  sockets.Clear();
  EXPECT_EQ(sockets.Find(path, &real), ENOENT);
}

TEST(CallBrokerTest, ServesItsProcessAndThoseItStarts) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InOwnProcess([] {
              auto broker = CallBroker::Install("");
              if (!broker.ok() || !(*broker)->serves()) return 1;
              const Address name(std::string_view("\0one", 4));
              const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
              if (::bind(server, name.get(), name.size) != 0 || ::listen(server, 5) != 0) return 2;
              const pid_t pid = ::fork();
              if (pid == 0) {
                const int client = ::socket(AF_UNIX, SOCK_STREAM, 0);
                ::_exit(::connect(client, name.get(), name.size) == 0 ? 0 : errno);
              }
              int status = -1;
              if (::waitpid(pid, &status, 0) != pid || status != 0) return 3;
              if (::accept(server, nullptr, nullptr) < 0) return 4;
              (*broker)->Forget();
              const int late = ::socket(AF_UNIX, SOCK_STREAM, 0);
              if (::connect(late, name.get(), name.size) == 0 || errno != ECONNREFUSED) return 5;
              return 0;
            }),
            0);
}

TEST(CallBrokerTest, ModesAreChangedInThePlacesAndNowhereElse) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  char folder[] = "/var/tmp/assay-modes-XXXXXX";
  ASSERT_NE(::mkdtemp(folder), nullptr);
  const std::string top = folder;
  for (const char* made : {"/box", "/box/d", "/var", "/var/tmp", "/other"}) {
    ASSERT_EQ(::mkdir((top + made).c_str(), 0700), 0);
  }
  for (const char* made : {"/box/f", "/box/d/f", "/var/tmp/f", "/other/f", "/boxes"}) {
    ASSERT_GE(::open((top + made).c_str(), O_CREAT | O_RDONLY | O_CLOEXEC, 0600), 0);
  }
  ASSERT_EQ(::symlink("../other/f", (top + "/box/out").c_str()), 0);
  ASSERT_EQ(::symlink("d/f", (top + "/box/in").c_str()), 0);
  const auto mode = [&top](const char* path) {
    struct stat info {};
    return ::stat((top + path).c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
  };
  EXPECT_EQ(InOwnProcess([&top] {
              auto broker = CallBroker::Install(top);
              if (!broker.ok() || !(*broker)->serves()) return 1;
              const std::string own = top + "/other";
              if (::chmod(own.c_str(), 0711) != 0) return 2;  // by whom it isn't for
              const pid_t pid = ::fork();
              if (pid == 0) {
                const auto change = [&top](const char* path, mode_t wanted) {
                  if (::chmod((top + path).c_str(), wanted) != 0) ::_exit(errno);  // or is said to
                };
                change("/box/f", 04755);
                change("/box/in", 0640);
                change("/box/d", 0000);
                for (const char* path :
                     {"/box", "/box/", "/box/.", "/box/d/..", "/var", "/var/tmp/../../other/f",
                      "/box/out", "/box/../other/f", "/other/f", "/boxes", "", "/other/none"}) {
                  change(path, 0777);
                }
                const int file = ::open((top + "/var/tmp/f").c_str(), O_RDONLY | O_CLOEXEC);
                const int other = ::open((top + "/other/f").c_str(), O_RDONLY | O_CLOEXEC);
                if (::fchmod(file, 0111) != 0 || ::fchmod(other, 0777) != 0) ::_exit(errno);
                int pipe[2];
                if (::pipe(pipe) != 0 || ::fchmod(pipe[0], 0) != 0) ::_exit(errno);
                const auto fails = [](int result, int error) {
                  if (result == 0 || errno != error) ::_exit(98);
                };
                fails(::fchmod(-1, 0), EBADF);
                fails(::chmod(reinterpret_cast<const char*>(8), 0), EFAULT);
                fails(::chmod("", 0), ENOENT);
                fails(::chmod((top + "/box/none").c_str(), 0), ENOENT);
                fails(::chmod((top + "/box/f/none").c_str(), 0), ENOTDIR);
                if (::chdir((top + "/box").c_str()) != 0 || ::mkdir("e", 0700) != 0) ::_exit(99);
                if (::chmod("e", 0750) != 0 || ::chmod("../other/f", 0777) != 0) ::_exit(errno);
                const int directory = ::open("d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
                if (::fchmodat(directory, "../e", 0755, 0) != 0) ::_exit(errno);
                if (::fchmodat(directory, "../../other/f", 0777, 0) != 0) ::_exit(errno);
                ::_exit(0);
              }
              int status = -1;
              return ::waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status)
                                                                            : 3;
            }),
            0);
  EXPECT_EQ(mode("/box/f"), 0755U) << "permissions alone";
  EXPECT_EQ(mode("/box/d/f"), 0640U) << "by a link in the place";
  EXPECT_EQ(mode("/box/d"), 0500U) << "who counts may still list it";
  EXPECT_EQ(mode("/box/e"), 0755U);
  EXPECT_EQ(mode("/var/tmp/f"), 0111U);
  EXPECT_EQ(mode("/other"), 0711U);
  for (const char* path : {"/other/f", "/boxes"}) EXPECT_EQ(mode(path), 0600U) << path;
  for (const char* path : {"", "/box", "/var", "/var/tmp"}) EXPECT_EQ(mode(path), 0700U) << path;
  ASSERT_EQ(::chmod((top + "/box/d").c_str(), 0700), 0);
  std::filesystem::remove_all(top);
}

TEST(CallBrokerTest, WithoutAListenerOfOursTheCallsAreRefused) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InOwnProcess([] {
              const auto outer = NetworkWatch::Install();  // the kernel allows one
              auto broker = CallBroker::Install("");
              if (!outer.ok() || !broker.ok() || (*broker)->serves()) return 1;
              const Address name(std::string_view("\0one", 4));
              const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
              if (::bind(socket, name.get(), name.size) == 0 || errno != EPERM) return 2;
              if (::connect(socket, name.get(), name.size) == 0 || errno != EPERM) return 3;
              if (::listen(socket, 5) == 0 || errno != EPERM) return 4;
              if (::chmod("/none", 0700) != 0) return 5;  // nothing happens
              (*broker)->Forget();
              broker->reset();
              return 0;
            }),
            0);
}

}  // namespace
}  // namespace assay
