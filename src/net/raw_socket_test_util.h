// Sockets for tests that say exactly the bytes they are told: RawSocket is one end of a connection,
// RawListener takes them on a free port of this machine. Nothing waits for longer than a minute.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

#include "base/fd.h"

namespace assay {

class RawSocket {
 public:
  explicit RawSocket(int fd) : fd_(fd) {}
  static RawSocket ConnectTo(int port) {
    RawSocket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket.fd(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return socket;
  }

  static RawSocket ConnectToPath(const std::string& path) {
    RawSocket socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    EXPECT_EQ(::connect(socket.fd(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return socket;
  }

  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  // What has come up to and with `text`; all that came, if the connection ended before.
  std::string ReadUntil(std::string_view text) {
    while (received_.find(text) == std::string::npos && ReadSome()) continue;
    const size_t at = received_.find(text);
    return Cut(at == std::string::npos ? received_.size() : at + text.size());
  }
  std::string ReadBytes(size_t count) {
    while (received_.size() < count && ReadSome()) continue;
    return Cut(std::min(count, received_.size()));
  }
  std::string ReadAll() {
    while (ReadSome()) continue;
    return Cut(received_.size());
  }
  // The error that ended the connection: 0 for a proper end.
  int error() const { return error_; }

  void ShutdownSend() { ::shutdown(fd(), SHUT_WR); }
  // Closes so that the other end gets a reset.
  void Reset() {
    const linger now{1, 0};
    ::setsockopt(fd(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    Close();
  }
  void Close() { fd_.Reset(); }
  int fd() const { return fd_.get(); }

 private:
  bool ReadSome() {
    char buffer[65536];
    pollfd waiting{fd(), POLLIN, 0};
    if (::poll(&waiting, 1, 60'000) != 1) {
      ADD_FAILURE() << "nothing came for a minute";
      return false;
    }
    const ssize_t got = ::recv(fd(), buffer, sizeof buffer, 0);
    if (got < 0) error_ = errno;
    if (got <= 0) return false;
    received_.append(buffer, static_cast<size_t>(got));
    return true;
  }
  std::string Cut(size_t count) {
    std::string result = received_.substr(0, count);
    received_.erase(0, count);
    return result;
  }

  UniqueFd fd_;
  std::string received_;
  int error_ = 0;
};

class RawListener {
 public:
  RawListener() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    EXPECT_EQ(::bind(fd_.get(), reinterpret_cast<sockaddr*>(&address), length), 0);
    EXPECT_EQ(::listen(fd_.get(), 1024), 0);
    EXPECT_EQ(::getsockname(fd_.get(), reinterpret_cast<sockaddr*>(&address), &length), 0);
    port_ = ntohs(address.sin_port);
  }

  int port() const { return port_; }
  int fd() const { return fd_.get(); }
  RawSocket Accept() {
    pollfd waiting{fd_.get(), POLLIN, 0};
    if (::poll(&waiting, 1, 60'000) != 1) {
      ADD_FAILURE() << "nobody came for a minute";
      return RawSocket(-1);
    }
    return RawSocket(::accept4(fd_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  }
  // Refuses connections from now on.
  void Close() { fd_.Reset(); }

 private:
  UniqueFd fd_;
  int port_ = 0;
};

}  // namespace assay
