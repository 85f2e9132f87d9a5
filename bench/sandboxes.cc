// What boxes that stay cost, at the level of LiveBoxHost: memory of an idle one, time until the
// first program of a new one has run, time of a program in one that is there.
//
//   sandboxes BOXES [WARM [AT_ONCE]]     default 256, 64 and 1; as root
//
// BOXES are made, AT_ONCE by as many threads, each runs one `echo`, and all stay. Their cost is the
// fall of MemAvailable divided by their number. Then 200 programs run in one of them.
// Prints one line of JSON.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "sandbox/live/live_host.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

class EndOnly final : public ProcessListener {
 public:
  void OnStart(int) override {}
  void OnOutput(OutputStream, std::string) override {}
  void OnEnd(Result<ProcessEnd> end) override { done.set_value(end.ok() && end->exit_code == 0); }

  std::promise<bool> done;
};

bool Echo(LiveBox& box) {
  auto listener = std::make_shared<EndOnly>();
  auto done = listener->done.get_future();
  ProcessSpec spec;
  spec.argv = {"/bin/echo", "ready"};
  box.Start(spec, listener);
  return done.get();
}

double Milliseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

double Quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(q * double(values.size())))];
}

int64_t AvailableKilobytes() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  int64_t value = 0;
  std::string unit;
  while (file >> name >> value) {
    std::getline(file, unit);
    if (name == "MemAvailable:") return value;
  }
  return 0;
}

int Main(int boxes, int warm, int at_once) {
  LiveHostOptions options;
  options.warm = warm;
  auto host = MakeLiveBoxHost(options);
  if (!host.ok()) {
    std::fprintf(stderr, "%s\n", host.error().ToString().c_str());
    return 1;
  }
  while ((*host)->warm() < warm) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const int64_t before = AvailableKilobytes();

  std::vector<std::unique_ptr<LiveBox>> all(static_cast<size_t>(boxes));
  std::vector<double> creates, firsts;
  std::mutex mutex;
  std::atomic<int> next{0}, failures{0};
  const auto begin = Clock::now();
  std::vector<std::thread> threads;
  for (int t = 0; t < at_once; ++t) {
    threads.emplace_back([&] {
      for (int i = next++; i < boxes; i = next++) {
        const auto start = Clock::now();
        auto box = (*host)->Create({});
        const double create = Milliseconds(start);
        if (!box.ok() || !Echo(**box)) {
          if (failures++ == 0 && !box.ok()) {
            std::fprintf(stderr, "%s\n", box.error().ToString().c_str());
          }
          continue;
        }
        const std::lock_guard lock(mutex);
        creates.push_back(create);
        firsts.push_back(Milliseconds(start));
        all[static_cast<size_t>(i)] = std::move(*box);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const double seconds = Milliseconds(begin) / 1000;
  while ((*host)->warm() < warm) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::seconds(3));
  const int64_t after = AvailableKilobytes();

  std::vector<double> execs;
  for (int i = 0; i < 200 && all[0] != nullptr; ++i) {
    const auto start = Clock::now();
    if (!Echo(*all[0])) ++failures;
    execs.push_back(Milliseconds(start));
  }
  std::printf(
      "{\"boxes\": %d, \"warm\": %d, \"at_once\": %d, \"failures\": %d, \"kb_each\": %.1f, "
      "\"seconds\": %.2f, \"create_ms\": {\"p50\": %.2f, \"p99\": %.2f}, "
      "\"create_to_first_exec_ms\": "
      "{\"p50\": %.2f, \"p99\": %.2f}, \"exec_ms\": {\"p50\": %.2f, \"p99\": %.2f}}\n",
      boxes, warm, at_once, failures.load(), double(before - after) / boxes, seconds,
      Quantile(creates, 0.5), Quantile(creates, 0.99), Quantile(firsts, 0.5),
      Quantile(firsts, 0.99), Quantile(execs, 0.5), Quantile(execs, 0.99));
  std::fflush(stdout);
  if (const char* hold = std::getenv("HOLD")) {
    std::this_thread::sleep_for(std::chrono::seconds(std::atoi(hold)));
  }
  all.clear();
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  const auto number = [&](int index, int otherwise) {
    return argc > index ? std::atoi(argv[index]) : otherwise;
  };
  return assay::Main(number(1, 256), number(2, 64), number(3, 1));
}
