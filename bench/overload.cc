// Clients by the thousand for bench/overload.py: some offer more than a server can do, whatever it
// answers, and give up or come back as clients do; others only keep connections, or use them a byte
// at a time. One thread, epoll.
//
//   overload PORT SECONDS GROUP…      GROUP: key=value pairs with commas between
//
//     name=a              how the report calls it
//     file=F              the body of its requests to /v1/verify; "@@@@@@@@" in it becomes a number
//     expect=AC           the verdict that is right for it
//     token=T             sent as a bearer token
//     rate=R              so many new clients a second, whatever becomes of them
//     connections=N       or N clients, each with its next request when the last one is over
//     patience=P          seconds after which a client hangs up, its tries together (0: never)
//     tries=K             how often a refused one comes back, after what Retry-After says (1)
//     quiet=N             or N connections that say nothing, after one request each
//     slow=head|body|read N connections (connections=N) that send, or read, a byte a second; one
//     that
//                         the server ends is replaced
//
// Prints one line of JSON for each group.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double Now() {
  static const Clock::time_point start = Clock::now();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

[[noreturn]] void Fail(const std::string& what) {
  std::perror(what.c_str());
  std::exit(1);
}

struct Group {
  std::string name = "all", body, expect = "AC", token, slow;
  double rate = 0, patience = 0;
  int connections = 0, tries = 1, quiet = 0;

  // What became of them.
  int64_t clients = 0, right = 0, wrong = 0, hung_up = 0, refused = 0, turned_away = 0, broken = 0;
  int64_t without_retry_after = 0, ended_by_server = 0;
  std::map<int, int64_t> statuses;
  std::vector<double> took, refusal_took;
  std::vector<int64_t> right_in_second;
  double next = 0;  // arrival
};

enum class State { kAsking, kResting, kQuiet, kKept };

struct Client {
  Group* group = nullptr;
  State state = State::kAsking;
  int fd = -1;
  double born = 0, asked = 0, ends = 0;
  int tries = 0;
  std::string out, in;
  size_t sent = 0;
  bool warming = false;  // the one request of a quiet connection
};

class Traffic {
 public:
  Traffic(uint16_t port, double seconds, std::vector<Group> groups)
      : port_(port),
        ends_(seconds),
        groups_(std::move(groups)),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

  void Run() {
    for (Group& group : groups_) {
      for (int i = 0; i < std::max(group.connections, group.quiet); ++i) Begin(&group);
    }
    while (Now() < ends_) Turn();
    for (const auto& [fd, client] : open_) {
      if (client->state == State::kAsking && client->group->slow.empty()) ++unanswered_;
    }
  }

  void Report() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const double cpu = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    for (Group& group : groups_) {
      const auto quantile = [](std::vector<double>* all, double q) {
        if (all->empty()) return 0.0;
        std::sort(all->begin(), all->end());
        return (*all)[static_cast<size_t>(q * static_cast<double>(all->size() - 1))];
      };
      std::printf(
          "{\"name\": \"%s\", \"seconds\": %.3f, \"clients\": %lld, \"right\": %lld, \"wrong\": "
          "%lld, \"hung_up\": %lld, \"refused\": %lld, \"turned_away\": %lld, \"broken\": %lld, "
          "\"without_retry_after\": %lld, \"ended_by_server\": %lld, \"p50_s\": %.4f, \"p99_s\": "
          "%.4f, \"refusal_p50_s\": %.4f, \"refusal_p99_s\": %.4f, \"open\": %zu, \"unanswered\": "
          "%lld, \"cpu_s\": %.3f, \"statuses\": {",
          group.name.c_str(), ends_, Wide(group.clients), Wide(group.right), Wide(group.wrong),
          Wide(group.hung_up), Wide(group.refused), Wide(group.turned_away), Wide(group.broken),
          Wide(group.without_retry_after), Wide(group.ended_by_server), quantile(&group.took, 0.5),
          quantile(&group.took, 0.99), quantile(&group.refusal_took, 0.5),
          quantile(&group.refusal_took, 0.99), open_.size(), Wide(unanswered_), cpu);
      const char* comma = "";
      for (const auto& [status, count] : group.statuses) {
        std::printf("%s\"%d\": %lld", comma, status, Wide(count));
        comma = ", ";
      }
      std::printf("}, \"right_in_second\": [");
      comma = "";
      for (const int64_t count : group.right_in_second) {
        std::printf("%s%lld", comma, Wide(count));
        comma = ", ";
      }
      std::printf("]}\n");
    }
  }

 private:
  struct Alarm {
    double at;
    std::weak_ptr<Client> client;
    bool operator>(const Alarm& other) const { return at > other.at; }
  };
  using ClientPtr = std::shared_ptr<Client>;

  static long long Wide(int64_t count) { return static_cast<long long>(count); }

  // ---- the loop ----

  void Turn() {
    const double now = Now();
    double wake = ends_;
    for (Group& group : groups_) {
      if (group.rate <= 0) continue;
      while (group.next <= now) {
        Begin(&group);
        group.next += 1 / group.rate;
      }
      wake = std::min(wake, group.next);
    }
    while (!alarms_.empty() && alarms_.top().at <= now) {
      const Alarm alarm = alarms_.top();
      alarms_.pop();
      if (const ClientPtr client = alarm.client.lock()) OnAlarm(client, now);
    }
    if (!alarms_.empty()) wake = std::min(wake, alarms_.top().at);
    epoll_event events[256];
    const int wait_ms = std::max(0, static_cast<int>((wake - Now()) * 1000));
    const int count = ::epoll_wait(epoll_, events, 256, wait_ms);
    for (int i = 0; i < count; ++i) {
      const auto found = open_.find(events[i].data.fd);
      if (found == open_.end()) continue;
      const ClientPtr client = found->second;
      OnSocket(client, events[i].events);
    }
  }

  void Begin(Group* group) {
    auto client = std::make_shared<Client>();
    client->group = group;
    client->born = Now();
    client->warming = group->quiet > 0;
    ++group->clients;
    if (group->patience > 0) client->ends = client->born + group->patience;
    Ask(client);
    if (client->ends > 0) alarms_.push({client->ends, client});
  }

  void OnAlarm(const ClientPtr& client, double now) {
    if (!client->group->slow.empty()) return Trickle(client);
    if (client->state == State::kKept || client->state == State::kQuiet) return;
    if (client->ends > 0 && now >= client->ends) {
      ++client->group->hung_up;
      return Drop(client);
    }
    if (client->state == State::kResting) Ask(client);
  }

  // ---- requests ----

  std::string RequestOf(const Group& group) {
    if (group.quiet > 0) return "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    std::string body = group.body;
    std::string number = std::to_string(100'000'000 + ++number_ % 100'000'000).substr(1);
    for (size_t at; (at = body.find("@@@@@@@@")) != std::string::npos;)
      body.replace(at, number.size(), number);
    std::string head =
        "POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    if (!group.token.empty()) head += "Authorization: Bearer " + group.token + "\r\n";
    return head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  void Ask(const ClientPtr& client) {
    Group& group = *client->group;
    client->state = State::kAsking;
    client->asked = Now();
    client->sent = 0;
    client->in.clear();
    client->out = group.slow == "read" ? "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                       : RequestOf(group);
    ++client->tries;
    if (!kept_.empty() && group.slow.empty() && group.quiet == 0) {
      client->fd = kept_.back()->fd;
      kept_.back()->fd = -1;
      kept_.pop_back();
      open_[client->fd] = client;
      return OnSocket(client, EPOLLOUT);
    }
    Connect(client);
  }

  void Connect(const ClientPtr& client) {
    client->fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (client->fd < 0) Fail("socket");
    const int on = 1;
    ::setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(client->fd, SOL_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (client->group->slow == "read") {
      const int small = 4096;
      ::setsockopt(client->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    }
    // Of many addresses, so that ports don't run out.
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(0x7f000001U + 256 * static_cast<uint32_t>(++connects_ % 200));
    ::bind(client->fd, reinterpret_cast<sockaddr*>(&address), sizeof address);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port_);
    open_[client->fd] = client;
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLET;
    event.data.fd = client->fd;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, client->fd, &event);
    if (::connect(client->fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 &&
        errno != EINPROGRESS) {
      return OnBroken(client);
    }
    if (!client->group->slow.empty()) alarms_.push({Now() + 1, client});
  }

  void OnSocket(const ClientPtr& client, uint32_t events) {
    if ((events & EPOLLOUT) != 0 && client->group->slow != "head" &&
        client->group->slow != "body") {
      while (client->sent < client->out.size()) {
        const ssize_t sent = ::send(client->fd, client->out.data() + client->sent,
                                    client->out.size() - client->sent, MSG_NOSIGNAL);
        if (sent < 0) {
          if (errno == EAGAIN || errno == ENOTCONN) break;
          return OnBroken(client);
        }
        client->sent += static_cast<size_t>(sent);
      }
    }
    if (client->group->slow == "read") {
      if ((events & (EPOLLHUP | EPOLLERR)) != 0) OnBroken(client);
      return;
    }
    char buffer[16384];
    while (client->fd >= 0) {
      const ssize_t got = ::recv(client->fd, buffer, sizeof buffer, 0);
      if (got < 0 && (errno == EAGAIN || errno == ENOTCONN)) return;
      if (got <= 0) return OnBroken(client);
      client->in.append(buffer, static_cast<size_t>(got));
      if (!client->group->slow.empty()) return OnBroken(client);  // a refusal
      if (client->state == State::kAsking) OnBytes(client);
    }
  }

  // A byte a second, in whichever direction.
  void Trickle(const ClientPtr& client) {
    if (client->fd < 0) return;
    if (client->group->slow == "read") {
      char byte = 0;
      const ssize_t got = ::recv(client->fd, &byte, 1, 0);
      if (got == 0 || (got < 0 && errno != EAGAIN)) return OnBroken(client);
    } else {
      // Of a slow body the head comes at once.
      size_t upto = client->sent + 1;
      if (client->group->slow == "body") upto = std::max(upto, client->out.find("\r\n\r\n") + 4);
      upto = std::min(upto, client->out.size() - 1);
      const ssize_t sent =
          ::send(client->fd, client->out.data() + client->sent, upto - client->sent, MSG_NOSIGNAL);
      if (sent < 0 && errno != EAGAIN) return OnBroken(client);
      client->sent =
          std::max(client->sent, client->sent + static_cast<size_t>(std::max<ssize_t>(sent, 0)));
    }
    alarms_.push({Now() + 1, client});
  }

  void OnBytes(const ClientPtr& client) {
    const size_t head = client->in.find("\r\n\r\n");
    if (head == std::string::npos) return;
    const size_t at = client->in.find("content-length: ");
    const size_t length = at < head ? std::strtoull(client->in.c_str() + at + 16, nullptr, 10) : 0;
    if (client->in.size() < head + 4 + length) return;
    OnAnswer(client, std::atoi(client->in.c_str() + 9));
  }

  void OnAnswer(const ClientPtr& client, int status) {
    Group& group = *client->group;
    const double now = Now();
    ++group.statuses[status];
    const std::string answer = std::move(client->in);
    if (client->warming) {
      client->state = State::kQuiet;
      client->warming = false;
      return;
    }
    Keep(client, answer.find("connection: close") != std::string::npos);
    if (status == 200) {
      const bool right = answer.find("\"verdict\":\"" + group.expect + "\"") != std::string::npos;
      ++(right ? group.right : group.wrong);
      if (!right && group.wrong < 3) std::fprintf(stderr, "%s\n", answer.c_str());
      group.took.push_back(now - client->born);
      group.right_in_second.resize(
          std::max(group.right_in_second.size(), static_cast<size_t>(now) + 1));
      if (right) ++group.right_in_second[static_cast<size_t>(now)];
      return Next(client);
    }
    ++group.refused;
    group.refusal_took.push_back(now - client->asked);
    const size_t after = answer.find("\r\nretry-after: ");
    if (after == std::string::npos) ++group.without_retry_after;
    const double wait =
        after == std::string::npos ? 1 : std::max(1, std::atoi(answer.c_str() + after + 15));
    if (client->tries >= group.tries) {
      ++group.turned_away;
      // One of a fixed number asks again, but not at once.
      if (group.rate <= 0) {
        client->tries = 0;
        return Rest(client, wait);
      }
      return;
    }
    Rest(client, wait);
  }

  void Rest(const ClientPtr& client, double wait) {
    client->state = State::kResting;
    resting_.push_back(client);
    alarms_.push({Now() + wait * (1 + 0.25 * drand48()), client});
    while (!resting_.empty() && resting_.front()->state != State::kResting) resting_.pop_front();
  }

  void Next(const ClientPtr& client) {
    if (client->group->rate <= 0 && Now() < ends_) Begin(client->group);
    client->state = State::kKept;
  }

  // The connection goes to whoever asks next.
  void Keep(const ClientPtr& client, bool close) {
    const int fd = std::exchange(client->fd, -1);
    open_.erase(fd);
    if (close) {
      ::close(fd);
      return;
    }
    auto kept = std::make_shared<Client>();
    kept->group = client->group;
    kept->state = State::kKept;
    kept->fd = fd;
    open_[fd] = kept;
    kept_.push_back(std::move(kept));
  }

  void OnBroken(const ClientPtr& client) {
    Group& group = *client->group;
    if (client->state == State::kKept) {
      kept_.erase(std::remove(kept_.begin(), kept_.end(), client), kept_.end());
      return Drop(client);
    }
    const bool slow = !group.slow.empty();
    if (client->state == State::kQuiet || slow) {
      ++group.ended_by_server;
    } else {
      ++group.broken;
    }
    const bool again = slow || (group.rate <= 0 && group.quiet == 0);
    Drop(client);
    if (again && Now() < ends_) Begin(&group);
  }

  void Drop(const ClientPtr& client) {
    client->state = State::kKept;
    if (client->fd < 0) return;
    const linger reset{1, 0};  // leaves no port behind
    ::setsockopt(client->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    open_.erase(client->fd);
    ::close(std::exchange(client->fd, -1));
  }

  const uint16_t port_;
  const double ends_;
  std::vector<Group> groups_;
  const int epoll_;
  std::map<int, ClientPtr> open_;
  std::vector<ClientPtr> kept_;
  std::deque<ClientPtr> resting_;  // nothing else holds them
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms_;
  int64_t number_ = 0, connects_ = 0, unanswered_ = 0;
};

Group ParseGroup(const std::string& text) {
  Group group;
  size_t at = 0;
  while (at < text.size()) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const std::string pair = text.substr(at, comma - at);
    const size_t equals = std::min(pair.find('='), pair.size() - 1);
    const std::string key = pair.substr(0, equals), value = pair.substr(equals + 1);
    if (key == "name")
      group.name = value;
    else if (key == "expect")
      group.expect = value;
    else if (key == "token")
      group.token = value;
    else if (key == "slow")
      group.slow = value;
    else if (key == "rate")
      group.rate = std::atof(value.c_str());
    else if (key == "patience")
      group.patience = std::atof(value.c_str());
    else if (key == "connections")
      group.connections = std::atoi(value.c_str());
    else if (key == "tries")
      group.tries = std::atoi(value.c_str());
    else if (key == "quiet")
      group.quiet = std::atoi(value.c_str());
    else if (key == "file") {
      std::ifstream stream(value, std::ios::binary);
      if (!stream) Fail(value);
      group.body.assign(std::istreambuf_iterator<char>(stream), {});
    } else {
      std::fprintf(stderr, "overload: unknown key %s\n", key.c_str());
      std::exit(2);
    }
    at = comma + 1;
  }
  return group;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: overload PORT SECONDS GROUP...\n");
    return 2;
  }
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  std::vector<Group> groups;
  for (int i = 3; i < argc; ++i) groups.push_back(ParseGroup(argv[i]));
  Traffic traffic(static_cast<uint16_t>(std::atoi(argv[1])), std::atof(argv[2]), std::move(groups));
  traffic.Run();
  traffic.Report();
  return 0;
}
