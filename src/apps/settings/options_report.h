// What the options are, for people: each with its value, where that comes from, and whether a
// change of it in the configuration file applies to a server that runs. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/setup/options.h"

namespace assay {

// Whether SIGHUP applies a change of it. The others are built into what the start makes (threads,
// boxes, sockets, caches), or would change what verdicts of one run mean.
bool Reloads(std::string_view name);

struct OptionValue {
  const OptionSpec* spec = nullptr;
  std::string value;  // without passwords in addresses
  OptionSource source = OptionSource::kDefault;
};

// All of the table, in its order.
std::vector<OptionValue> ReportOptions(const Options& options);
// "default", "file", "environment", "flag".
std::string_view SourceName(OptionSource source);

// "http://user:secret@host/" -> "http://***@host/".
std::string WithoutPasswords(std::string_view text);

// The table of docs/options.md.
std::string OptionsMarkdown();

}  // namespace assay
