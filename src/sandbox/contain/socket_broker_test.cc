// How programs fare with it is in sandbox/confined_sockets_test.cc.
#include "sandbox/contain/socket_broker.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "sandbox/contain/network_watch.h"

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

// Filters stay with a process, so each test has its own; `body` returns what it found wrong, or 0.
int InOwnProcess(const std::function<int()>& body) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::alarm(20);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::_exit(body());
  }
  int status = -1;
  ::waitpid(pid, &status, 0);
  return status;
}

TEST(SocketBrokerTest, ServesItsProcessAndThoseItStarts) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InOwnProcess([] {
              auto broker = SocketBroker::Install();
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

TEST(SocketBrokerTest, WithoutAListenerOfOursTheCallsAreRefused) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InOwnProcess([] {
              const auto outer = NetworkWatch::Install();  // the kernel allows one
              auto broker = SocketBroker::Install();
              if (!outer.ok() || !broker.ok() || (*broker)->serves()) return 1;
              const Address name(std::string_view("\0one", 4));
              const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
              if (::bind(socket, name.get(), name.size) == 0 || errno != EPERM) return 2;
              if (::connect(socket, name.get(), name.size) == 0 || errno != EPERM) return 3;
              if (::listen(socket, 5) == 0 || errno != EPERM) return 4;
              (*broker)->Forget();
              broker->reset();
              return 0;
            }),
            0);
}

}  // namespace
}  // namespace assay
