#include "apps/cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/check.h"
#include "text/utf8.h"

namespace assay {
namespace {

std::string_view EscapeSequence(Colour colour) {
  switch (colour) {
    case Colour::kRed: return "\x1b[31m";
    case Colour::kGreen: return "\x1b[32m";
    case Colour::kYellow: return "\x1b[33m";
    case Colour::kDim: return "\x1b[2m";
    case Colour::kBold: return "\x1b[1m";
    case Colour::kNone: break;
  }
  return "";
}

}  // namespace

bool IsTerminal(std::FILE* stream) {
  return ::isatty(::fileno(stream)) == 1;
}

bool WantsColour(std::FILE* stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term != nullptr && std::string_view(term) == "dumb") return false;
  return IsTerminal(stream);
}

std::string Paint(std::string_view text, Colour colour, bool enabled) {
  if (!enabled || colour == Colour::kNone) return std::string(text);
  return fmt::format("{}{}\x1b[0m", EscapeSequence(colour), text);
}

void TextTable::AddRow(std::vector<Cell> cells) {
  ASSAY_CHECK(cells.size() <= columns_.size());
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::Render(bool colours) const {
  std::vector<size_t> widths;
  for (size_t i = 0; i < columns_.size(); ++i) {
    size_t width = CountUtf8Characters(columns_[i].title);
    for (const auto& row : rows_) width = std::max(width, CountUtf8Characters(row[i].text));
    widths.push_back(width);
  }
  std::string out;
  auto add_line = [&](auto cell_at) {
    std::string line;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const Cell cell = cell_at(i);
      const std::string padding(widths[i] - CountUtf8Characters(cell.text), ' ');
      const std::string painted = Paint(cell.text, cell.colour, colours);
      if (i > 0) line += "  ";
      line += columns_[i].align == Align::kRight ? padding + painted : painted + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  };
  add_line([&](size_t i) { return Cell{columns_[i].title, Colour::kBold}; });
  for (const auto& row : rows_) add_line([&](size_t i) { return row[i]; });
  return out;
}

ProgressBar::ProgressBar(std::FILE* stream, size_t total)
    : stream_(stream),
      active_(IsTerminal(stream) && total > 0),
      total_(total),
      started_(std::chrono::steady_clock::now()) {}

void ProgressBar::Update(size_t done, std::string_view note) {
  if (!active_) return;
  const SteadyTime now = std::chrono::steady_clock::now();
  if (drawn_ && done < total_ && now - last_draw_ < std::chrono::milliseconds(100)) return;
  last_draw_ = now;
  drawn_ = true;
  constexpr size_t kWidth = 28;
  const size_t filled = std::min(kWidth, kWidth * done / total_);
  std::string bar;
  for (size_t i = 0; i < kWidth; ++i) bar += i < filled ? "━" : "─";
  std::string left;
  if (done > 0 && done < total_) {
    const auto elapsed = now - started_;
    left = "  " + HumanDuration(elapsed * (total_ - done) / done) + " left";
  }
  std::fputs(fmt::format("\r\x1b[K{} {}/{}  {}{}", bar, done, total_, note, left).c_str(), stream_);
  std::fflush(stream_);
}

void ProgressBar::Clear() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stream_);
  std::fflush(stream_);
  drawn_ = false;
}

std::string HumanDuration(Nanoseconds duration) {
  const double seconds = ToSeconds(duration);
  if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 60) return fmt::format("{:.2f} s", seconds);
  const auto whole = static_cast<int64_t>(seconds);
  return fmt::format("{}m{:02}s", whole / 60, whole % 60);
}

std::string HumanBytes(int64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  for (const char* unit : {"KiB", "MiB", "GiB"}) {
    if (value < 1024) return fmt::format("{:.1f} {}", value, unit);
    value /= 1024;
  }
  return fmt::format("{:.1f} TiB", value);
}

}  // namespace assay
