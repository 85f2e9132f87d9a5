#include "sandbox/agent/live/terminals.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>

namespace assay {

Result<Terminal> OpenTerminal(int uid, int rows, int columns) {
  const auto failed = [](const char* what) {
    Error error = SystemError("sandbox.terminal", errno, what);
    if (errno == ENOSPC) error.code = ErrorCode::kInvalidArgument;
    return error;
  };
  Terminal terminal;
  terminal.master.Reset(::open("/dev/pts/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal.master) return failed("the box has no terminal to give");
  int locked = 0;
  if (::ioctl(terminal.master.get(), TIOCSPTLCK, &locked) != 0) return failed("cannot unlock it");
  terminal.slave.Reset(::ioctl(terminal.master.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal.slave) return failed("cannot open its other side");
  const auto user = static_cast<uid_t>(uid);
  if (::fchown(terminal.slave.get(), user, user) != 0) return failed("cannot give it to the user");
  winsize size{};
  size.ws_row = static_cast<unsigned short>(rows);
  size.ws_col = static_cast<unsigned short>(columns);
  termios modes{};
  if (::ioctl(terminal.slave.get(), TIOCSWINSZ, &size) != 0 ||
      ::tcgetattr(terminal.slave.get(), &modes) != 0) {
    return failed("cannot set its size");
  }
  modes.c_iflag |= IUTF8;
  if (::tcsetattr(terminal.slave.get(), TCSANOW, &modes) != 0)
    return failed("cannot set its modes");
  return terminal;
}

}  // namespace assay
