// The terminal of whoever runs the command, handed over to a program far away: every key goes
// there, Ctrl-C too, and the far terminal does the echoing.
//
// One at a time, used by the main thread.
#pragma once

#include <termios.h>

namespace assay {

struct WindowSize {
  int rows = 24;
  int columns = 80;
};
// Of the terminal at stdout, or the usual one.
WindowSize CurrentWindow();

class RawTerminal {
 public:
  // Does nothing when stdin is no terminal.
  RawTerminal();
  // As it was.
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

 private:
  bool changed_ = false;
  termios before_{};
};

}  // namespace assay
