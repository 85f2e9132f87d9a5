// The options of the program: one table names each once, for the command line (--max-queue), the
// environment (ASSAY_MAX_QUEUE) and the YAML file (max-queue), which take precedence in that order
// over the default.
//
// Plain values and pure functions; used by the main thread only.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "langs/language.h"

namespace assay {

enum class OptionSource { kDefault, kFile, kEnvironment, kFlag };

struct Options {
  // Where `serve` listens. Loopback by default: whoever can reach the port can run programs here.
  std::string host = "127.0.0.1";
  int64_t port = 8080;
  std::string tokens;    // file of those who may use the server; empty: nobody is asked
  std::string listen;    // a Unix socket beside the port; empty: none
  std::string tls_cert;  // PEM file; empty: the port speaks plain HTTP
  std::string tls_key;
  std::string share_problems = "off";      // between tenants
  std::string audit_log;                   // file; empty: none
  bool insecure = false;                   // listen to others than this machine without tokens
  std::vector<std::string> allowed_hosts;  // beside local names; see net/site_guard.h
  int64_t io_threads = 0;  // 0: one for every eight cores this process may use, at least two
  int64_t max_body_mb = 256;
  double drain_timeout_s = 30;
  std::string takeover;   // where sockets are handed over; empty: nowhere
  std::string node_name;  // empty: the host's
  // Where traces go; empty: where OpenTelemetry's variables say, or nowhere.
  std::string otlp_endpoint;
  std::string trace_ratio;  // empty: as those say, or all
  int64_t agent_port = -1;  // -1: none
  std::string agent_weight = "free";
  int64_t agent_maxconn = 0;  // 0: four for each slot
  std::string peers;
  std::string peer_token_file;
  double client_patience_s = 10;
  int64_t client_tries = 3;
  std::string ui = "on";

  int64_t slots = 0;  // 0: one for each core this process may use
  std::string pin = "on";
  std::string tier = "auto";  // the best one that this host allows
  std::string allow_weak = "off";
  int64_t max_queue = 4096;
  int64_t max_queue_mb = 4096;
  int64_t output_cap_mb = 64;
  double time_multiplier = 1;
  std::string unseparated = "accept";

  int64_t sandboxes = 256;     // that live, at once; 0: none
  int64_t warm_sandboxes = 4;  // boxes that wait to become one
  int64_t sandboxes_per_tenant = 0;
  int64_t sandbox_memory_mb = 4096;  // the most that one may ask for
  int64_t sandbox_disk_mb = 4096;
  int64_t sandbox_processes = 1024;
  int64_t sandbox_snapshots_mb = 16384;
  double sandbox_lifetime_s = 86400;
  double sandbox_idle_s = 900;
  std::string sandbox_egress = "off";

  std::vector<LanguageEntry> languages = BuiltInLanguages();
  LanguageConfig language_config;  // what was set of their options

  std::string datasets;   // folder of the data set routes' rows; empty: none
  std::string cache_dir;  // empty: below /var/cache or the user's cache folder
  std::string history;    // empty: below cache_dir; "memory"; "off"; else a folder
  double history_days = 30;
  int64_t history_mb = 512;
  std::string image_folder;  // of sandboxes' root folders; empty: below cache_dir
  int64_t problem_store_mb = 1024;
  int64_t problem_disk_mb = 8192;
  int64_t compile_cache_mb = 256;
  int64_t compile_disk_mb = 2048;
  int64_t verdict_cache_mb = 64;

  std::string warm = "on";
  std::vector<std::string> warm_imports;  // empty: the usual ones
  std::vector<std::string> warm_packages;
  std::string python_quick_end = "auto";
  std::string restore = "auto";
  std::string restore_others = "off";

  int64_t math_threads = 0;    // 0: a quarter of the cores this process may use, at least one
  std::string math_judge_url;  // empty: nobody gives second opinions
  std::string math_judge_model;
  std::string math_judge_prompt;
  std::string math_judge_key_file;
  std::string math_judge_mode = "report";
  double math_judge_deadline_s = 60;
  int64_t math_judge_concurrency = 8;

  std::string judge_url;  // empty: nobody grades for rubrics
  std::string judge_model;
  std::string judge_prompt;
  std::string judge_key_file;
  std::string judge_key_env;
  double judge_timeout_s = 60;
  int64_t judge_concurrency = 8;

  std::string toolchain_self_test = "on";

  std::string log_level = "info";
  std::string log_format = "text";

  // Where each that isn't the default comes from, and what LoadOptions was given.
  std::map<std::string, OptionSource, std::less<>> sources;
  std::map<std::string, std::string> flags;
  std::string config_path;
};

// A whole number with its bounds, both inclusive.
struct IntegerOption {
  int64_t Options::*field;
  int64_t lowest;
  int64_t highest;
};
struct NumberOption {
  double Options::*field;
  double lowest;
  double highest;
};
struct TextOption {
  std::string Options::*field;
  std::vector<std::string_view> choices;  // empty: anything
};
// A flag on the command line, on or off elsewhere.
struct SwitchOption {
  bool Options::*field;
};
// Words separated by blanks; in YAML also a sequence.
struct WordsOption {
  std::vector<std::string> Options::*field;
};

struct OptionSpec {
  std::string_view name;  // "max-queue"
  std::variant<IntegerOption, NumberOption, TextOption, SwitchOption, WordsOption, LanguageOption>
      kind;
  std::string_view help;
  bool serve_only = false;  // means nothing to `run` and `doctor`

  std::string EnvironmentName() const;  // "ASSAY_MAX_QUEUE"
  std::string DefaultText() const { return ValueText({}); }
  // As a flag would say what it is now.
  std::string ValueText(const Options& options) const;
  // The error names the option as `source` calls it.
  Status Set(Options* options, std::string_view value, std::string_view source) const;
};

// All options; those of languages come from their entries.
std::vector<OptionSpec> MakeOptionTable(const std::vector<LanguageEntry>& languages);
const std::vector<OptionSpec>& OptionTable();  // with the languages there are

// How values are looked up in the environment; std::getenv in the program.
using EnvironmentLookup = std::function<const char*(const char*)>;

// `flags` holds the given flags by option name; `config_path` may be empty. Errors
// (kInvalidArgument) name the flag, variable, or file, line and key.
Result<Options> LoadOptions(const std::map<std::string, std::string>& flags,
                            const EnvironmentLookup& environment, const std::string& config_path,
                            const std::vector<LanguageEntry>& languages = BuiltInLanguages());

}  // namespace assay
