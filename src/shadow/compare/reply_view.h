// ReplyView: what a reply of a judging route says, in words that all routes share, so that two
// replies can be put side by side whatever their shape. Made by the readers of read_reply.h.
//
// Plain values. Times and what a program writes to stderr are no part of a verdict, and never
// compared.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::shadow {

// One run of one program, a compiler's too.
struct RunView {
  bool timed_out = false;
  bool killed = false;          // by SIGKILL, and the reply doesn't say for which limit
  std::optional<int64_t> code;  // none: it timed out, or the reply doesn't say
  std::string output;
  double seconds = -1;  // negative: the reply doesn't say
};

struct TestView {
  bool passed = false;
  bool outage = false;      // the sandbox failed here, not the program
  bool no_verdict = false;  // what judges the output failed, not the program
  std::string key;          // what the test is, where the reply repeats it; empty: it doesn't
  std::string expectation;  // the output that is right, where the reply repeats it
  std::string message;      // why it didn't pass, in the words of who judged
  std::optional<RunView> run;
};

// One thing that was judged: a program, a sample of a batch.
struct ItemView {
  // Who was asked has no verdict, because something of its own failed; `outage_why` says what.
  bool outage = false;
  std::string outage_why;

  std::optional<bool> accepted;
  std::optional<double> reward;
  std::vector<TestView> tests;
  bool has_tests = false;  // whether the route lists tests at all

  std::optional<RunView> compile;
  std::optional<RunView> run;
  std::map<std::string, std::string> files;  // that were asked for, as they came
};

using ReplyView = std::vector<ItemView>;

}  // namespace assay::shadow
