// A load generator: sends prepared HTTP requests over a few connections as fast as the server takes
// them, and reads the answers without looking into them. What a client in another language reaches
// is held against it.
//
//   load PORT CONNECTIONS FILE      FILE: each request as it goes over the wire, after its length
//   in 4 bytes
//
// Prints one line of JSON: seconds, CPU seconds of this program, results (lines of the answers),
// and statuses other than 200. Connections are kept; a thread each, which takes the next request
// that nobody has taken.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

struct Totals {
  std::atomic<size_t> next{0};
  std::atomic<int64_t> results{0};
  std::atomic<int64_t> refused{0};
};

[[noreturn]] void Fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

// The bytes of one connection, in the order in which they come.
class Connection {
 public:
  explicit Connection(uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
      Fail("connect");
    }
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void Send(std::string_view data) {
    while (!data.empty()) {
      const ssize_t sent = ::send(socket_, data.data(), data.size(), MSG_NOSIGNAL);
      if (sent <= 0) Fail("send");
      data.remove_prefix(static_cast<size_t>(sent));
    }
  }

  // Up to the end of `mark`, which is included.
  std::string Until(std::string_view mark) {
    size_t found;
    while ((found = held_.find(mark)) == std::string::npos) Receive();
    std::string taken = held_.substr(0, found + mark.size());
    held_.erase(0, taken.size());
    return taken;
  }

  // The lines in the next `count` bytes, which are dropped.
  int64_t LinesIn(size_t count) {
    int64_t lines = 0;
    while (count > 0) {
      if (held_.empty()) Receive();
      const size_t part = std::min(count, held_.size());
      lines += std::count(held_.begin(), held_.begin() + static_cast<ptrdiff_t>(part), '\n');
      held_.erase(0, part);
      count -= part;
    }
    return lines;
  }

 private:
  void Receive() {
    char buffer[64 << 10];
    const ssize_t count = ::recv(socket_, buffer, sizeof(buffer), 0);
    if (count <= 0) Fail("recv");
    held_.append(buffer, static_cast<size_t>(count));
  }

  const int socket_;
  std::string held_;
};

void ReadAnswer(Connection* connection, Totals* totals) {
  std::string head = connection->Until("\r\n\r\n");
  if (head.compare(9, 3, "200") != 0) ++totals->refused;
  std::transform(head.begin(), head.end(), head.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const size_t length = head.find("\r\ncontent-length:");
  if (length != std::string::npos) {
    totals->results += connection->LinesIn(std::strtoull(head.c_str() + length + 17, nullptr, 10));
    return;
  }
  while (true) {
    const size_t size = std::strtoull(connection->Until("\r\n").c_str(), nullptr, 16);
    totals->results += connection->LinesIn(size);
    connection->LinesIn(2);
    if (size == 0) return;
  }
}

std::vector<std::string> ReadRequests(const char* path) {
  std::ifstream stream(path, std::ios::binary);
  std::vector<std::string> requests;
  uint32_t size = 0;
  while (stream.read(reinterpret_cast<char*>(&size), sizeof(size))) {
    std::string request(size, '\0');
    if (!stream.read(request.data(), size)) Fail(path);
    requests.push_back(std::move(request));
  }
  return requests;
}

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: load PORT CONNECTIONS FILE\n");
    return 2;
  }
  const auto port = static_cast<uint16_t>(std::atoi(argv[1]));
  const std::vector<std::string> requests = ReadRequests(argv[3]);
  Totals totals;
  const double cpu_before = CpuSeconds();
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    threads.emplace_back([&] {
      Connection connection(port);
      for (size_t next; (next = totals.next++) < requests.size();) {
        connection.Send(requests[next]);
        ReadAnswer(&connection, &totals);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"cpu_s\": %.6f, \"results\": %lld, \"refused\": %lld}\n",
              took.count(), CpuSeconds() - cpu_before,
              static_cast<long long>(totals.results.load()),
              static_cast<long long>(totals.refused.load()));
  return 0;
}
