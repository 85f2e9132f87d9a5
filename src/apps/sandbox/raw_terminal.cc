#include "apps/sandbox/raw_terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace assay {

WindowSize CurrentWindow() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
    return {};
  }
  return {size.ws_row, size.ws_col};
}

RawTerminal::RawTerminal() {
  if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
  termios raw = before_;
  ::cfmakeraw(&raw);
  changed_ = ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

RawTerminal::~RawTerminal() {
  if (changed_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

}  // namespace assay
