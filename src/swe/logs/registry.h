// The parsers by name, with the command that asks each framework for what it reads. A command is
// advice for who writes a task: options that keep the tests' own output out of the account.
// Immutable, thread-safe.
#pragma once

#include <span>
#include <string_view>

#include "swe/report/test_report.h"

namespace assay::swe {

enum class ReportSource {
  kLog,   // standard output and error stream of the command, in one
  kFile,  // the file or files that the command writes, one after the other
};

struct LogParser {
  std::string_view name;
  ReportSource source;
  TestReport (*parse)(std::string_view text);
  std::string_view command;
};

std::span<const LogParser> LogParsers();
// Null: there is none of that name.
const LogParser* FindLogParser(std::string_view name);

// More is refused with a report at fault, unread.
inline constexpr size_t kMaxLogBytes = size_t{512} << 20;
TestReport ParseTestLog(const LogParser& parser, std::string_view text);

}  // namespace assay::swe
