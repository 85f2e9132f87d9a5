#include "apps/serve/service_manager.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "base/fd.h"

namespace assay {
namespace {

// A service manager's end, at a path or, with '@', at a name in no folder.
std::string Told(const std::string& name, const char* state) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), name.size());
  if (name[0] == '@') address.sun_path[0] = '\0';
  const UniqueFd fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  EXPECT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), length), 0);
  ::setenv("NOTIFY_SOCKET", name.c_str(), 1);
  EXPECT_TRUE(NotifyServiceManager(state));
  ::unsetenv("NOTIFY_SOCKET");
  char text[64];
  const ssize_t count = ::recv(fd.get(), text, sizeof text, MSG_DONTWAIT);
  if (name[0] != '@') ::unlink(name.c_str());
  return count < 0 ? "" : std::string(text, static_cast<size_t>(count));
}

TEST(NotifyServiceManager, TellsWhoeverAsked) {
  const std::string own = std::to_string(::getpid());
  EXPECT_EQ(Told("/tmp/assay-notify-" + own, "READY=1"), "READY=1");
  EXPECT_EQ(Told("@assay-notify-" + own, "STOPPING=1"), "STOPPING=1");
}

TEST(NotifyServiceManager, IsSilentWhereNobodyListens) {
  ::unsetenv("NOTIFY_SOCKET");
  EXPECT_FALSE(NotifyServiceManager("READY=1"));
  for (const std::string& nobody :
       {std::string(), std::string("relative"), std::string("/tmp/assay-notify-nobody"),
        std::string(300, '/')}) {
    ::setenv("NOTIFY_SOCKET", nobody.c_str(), 1);
    EXPECT_FALSE(NotifyServiceManager("READY=1")) << nobody;
  }
  ::unsetenv("NOTIFY_SOCKET");
}

}  // namespace
}  // namespace assay
