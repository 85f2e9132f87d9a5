#include "node/peer_book.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

namespace assay {
namespace {

constexpr auto kPatience = std::chrono::seconds(1);       // with one peer
constexpr auto kRoundPatience = std::chrono::seconds(5);  // with all of them
constexpr auto kGoodFor = std::chrono::seconds(1);
constexpr size_t kAskers = 16;
constexpr size_t kMostWaiting = 256;
constexpr int64_t kMostAnswerBytes = 1 << 20;

HttpClientOptions ClientOptions() {
  HttpClientOptions options;
  options.connect_timeout = kPatience;
  options.max_answer_bytes = kMostAnswerBytes;
  return options;
}

}  // namespace

PeerBook::PeerBook() : client_(ClientOptions()), thread_([this] { Lead(); }) {}

PeerBook::~PeerBook() {
  Stop();
}

void PeerBook::Stop() {
  stopping_.Cancel();
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

void PeerBook::Set(PeerList list, std::string token) {
  MutexLock lock(mutex_);
  list_ = std::move(list);
  token_ = std::move(token);
  fresh_ = false;
}

bool PeerBook::Ask(Listener listener) {
  std::vector<NodeRow> known;
  {
    MutexLock lock(mutex_);
    if (ending_) return false;
    const bool none = list_.kind == PeerList::Kind::kNone;
    if (!none && !(fresh_ && std::chrono::steady_clock::now() - heard_ < kGoodFor)) {
      if (waiting_.size() >= kMostWaiting) return false;
      waiting_.push_back(std::move(listener));
      changed_.NotifyAll();
      return true;
    }
    if (!none) known = rows_;
  }
  listener(known);
  return true;
}

void PeerBook::Lead() {
  while (true) {
    PeerList list;
    std::string token;
    {
      MutexLock lock(mutex_);
      while (waiting_.empty() && !ending_) changed_.Wait(mutex_);
      if (waiting_.empty()) return;
      list = list_;
      token = token_;
      fresh_ = true;  // unless Set comes meanwhile
    }
    std::vector<NodeRow> rows = Round(list, token);
    std::vector<Listener> waiting;
    {
      MutexLock lock(mutex_);
      rows_ = rows;
      heard_ = std::chrono::steady_clock::now();
      waiting.swap(waiting_);
    }
    for (const Listener& each : waiting) each(rows);
  }
}

std::vector<NodeRow> PeerBook::Round(const PeerList& list, const std::string& token) {
  const SteadyTime end = std::chrono::steady_clock::now() + kRoundPatience;
  const auto addresses = list.Addresses();
  if (!addresses.ok()) {
    NodeRow row;
    row.error = addresses.error().ToString();
    return {row};
  }
  std::vector<NodeRow> rows(addresses->size());
  std::atomic<size_t> next{0};
  std::vector<std::thread> askers;
  for (size_t i = 0; i < std::min(kAskers, rows.size()); ++i) {
    askers.emplace_back([&] {
      for (size_t at = next++; at < rows.size(); at = next++) {
        rows[at] = AskOne((*addresses)[at], token, end);
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
  return rows;
}

NodeRow PeerBook::AskOne(const std::string& address, const std::string& token, SteadyTime end) {
  const auto failed = [&address](std::string why) {
    NodeRow row;
    row.url = address;
    row.error = std::move(why);
    return row;
  };
  const SteadyTime now = std::chrono::steady_clock::now();
  if (now >= end) return failed("not asked: too many others didn't answer in time");
  HttpCall call;
  call.method = "GET";
  call.url = address + "/v1/info";
  if (!token.empty()) call.headers.emplace_back("authorization", "Bearer " + token);
  call.deadline = std::min<SteadyTime>(now + kPatience, end);
  call.cancel = &stopping_;
  const auto answer = client_.Send(call);
  if (!answer.ok()) return failed(answer.error().message);
  if (answer->status == 401 || answer->status == 403) {
    return failed("it refuses this node's token (" + std::to_string(answer->status) +
                  "); --peer-token-file needs one of the role viewer");
  }
  if (answer->status != 200) return failed("it answers " + std::to_string(answer->status));
  NodeRow row = ReadNodeRow(answer->body);
  row.url = address;
  return row;
}

}  // namespace assay
