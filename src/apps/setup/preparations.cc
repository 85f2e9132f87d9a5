#include "apps/setup/preparations.h"

#include <fmt/format.h>

#include <chrono>
#include <future>

#include "apps/cli/terminal.h"
#include "base/clock.h"
#include "base/log.h"

namespace assay {
namespace {

constexpr std::chrono::seconds kBetweenLines{5};

void MakeOne(const Preparation& preparation, const std::stop_token& stop, std::FILE* terminal) {
  const SteadyTime started = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return HumanDuration(std::chrono::steady_clock::now() - started); };
  spdlog::info("making {}, once for this toolchain; programs take longer until then",
               preparation.what);
  auto done = std::async(std::launch::async, preparation.work, stop);
  const bool draws = terminal != nullptr && IsTerminal(terminal);
  SteadyTime last_line = started;
  while (done.wait_for(std::chrono::milliseconds(250)) == std::future_status::timeout) {
    if (draws) {
      std::fputs(
          fmt::format("\r\x1b[Kmaking {}, once for this toolchain: {}", preparation.what, elapsed())
              .c_str(),
          terminal);
      std::fflush(terminal);
    }
    if (std::chrono::steady_clock::now() - last_line < kBetweenLines) continue;
    last_line = std::chrono::steady_clock::now();
    spdlog::info("still making {}: {}", preparation.what, elapsed());
  }
  if (draws) std::fputs("\r\x1b[K", terminal);
  const Status status = done.get();
  if (status.ok()) {
    spdlog::info("made {} in {}", preparation.what, elapsed());
  } else if (!stop.stop_requested()) {
    spdlog::warn("{}: {}", preparation.without, status.error().ToString());
  }
}

}  // namespace

void MakePreparations(const std::vector<Preparation>& preparations, const std::stop_token& stop,
                      std::FILE* terminal) {
  for (const Preparation& preparation : preparations) {
    if (stop.stop_requested()) return;
    MakeOne(preparation, stop, terminal);
  }
}

}  // namespace assay
