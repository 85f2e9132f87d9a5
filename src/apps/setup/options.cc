#include "apps/setup/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <ios>
#include <sstream>

#include "engine/time_scale.h"

namespace assay {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "options", 0, std::move(message)};
}

template <typename Number>
bool ParseNumber(std::string_view text, Number* value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size();
}

// How one kind of option is parsed and printed.
struct SetVisitor {
  Options* options;
  std::string_view value;
  std::string_view source;

  Status operator()(const IntegerOption& kind) const {
    int64_t number = 0;
    if (!ParseNumber(value, &number) || number < kind.lowest || number > kind.highest) {
      return Invalid(fmt::format("{}: must be a whole number from {} to {}, not '{}'", source,
                                 kind.lowest, kind.highest, value));
    }
    options->*kind.field = number;
    return {};
  }
  Status operator()(const NumberOption& kind) const {
    double number = 0;
    if (!ParseNumber(value, &number) || !(number >= kind.lowest && number <= kind.highest)) {
      return Invalid(fmt::format("{}: must be a number from {} to {}, not '{}'", source,
                                 kind.lowest, kind.highest, value));
    }
    options->*kind.field = number;
    return {};
  }
  Status operator()(const TextOption& kind) const {
    if (!kind.choices.empty() &&
        std::find(kind.choices.begin(), kind.choices.end(), value) == kind.choices.end()) {
      return Invalid(fmt::format("{}: must be one of {}, not '{}'", source,
                                 fmt::join(kind.choices, ", "), value));
    }
    options->*kind.field = std::string(value);
    return {};
  }
  Status operator()(const SwitchOption& kind) const {
    if (value != "on" && value != "off") {
      return Invalid(fmt::format("{}: must be on or off, not '{}'", source, value));
    }
    options->*kind.field = value == "on";
    return {};
  }
  Status operator()(const WordsOption& kind) const {
    std::istringstream stream{std::string(value)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    options->*kind.field = std::move(words);
    return {};
  }
  Status operator()(const LanguageOption& option) const {
    options->language_config.Set(option.name, std::string(value));
    return {};
  }
};

const OptionSpec* FindOption(const std::vector<OptionSpec>& table, std::string_view name) {
  for (const OptionSpec& spec : table) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

// The value of one YAML entry as the text a flag would have.
Result<std::string> YamlText(const YAML::Node& node, std::string_view source) {
  if (node.IsScalar()) return node.Scalar();
  if (node.IsSequence()) {
    std::string text;
    for (const YAML::Node& item : node) {
      if (!item.IsScalar()) {
        return Invalid(fmt::format("{}: must be a list of plain values", source));
      }
      text += (text.empty() ? "" : " ") + item.Scalar();
    }
    return text;
  }
  return Invalid(fmt::format("{}: must be a plain value or a list", source));
}

Status ApplyYaml(const std::string& path, const std::vector<OptionSpec>& table, Options* options) {
  // yaml-cpp reports by exception; none leaves this function.
  try {
    const YAML::Node root = YAML::LoadFile(path);
    if (root.IsNull()) return {};
    if (!root.IsMap()) return Invalid(fmt::format("{}: must be a map of options", path));
    for (const auto& entry : root) {
      const auto key = entry.first.as<std::string>();
      const std::string source = fmt::format("{}:{}: {}", path, entry.first.Mark().line + 1, key);
      const OptionSpec* spec = FindOption(table, key);
      if (spec == nullptr) return Invalid(source + ": there is no such option");
      ASSAY_ASSIGN_OR_RETURN(const std::string text, YamlText(entry.second, source));
      ASSAY_RETURN_IF_ERROR(spec->Set(options, text, source));
      options->sources[key] = OptionSource::kFile;
    }
    return {};
  } catch (const YAML::BadFile&) {
    return Invalid(fmt::format("{}: cannot be read", path));
  } catch (const std::ios_base::failure&) {  // a folder
    return Invalid(fmt::format("{}: cannot be read", path));
  } catch (const YAML::Exception& error) {
    return Invalid(fmt::format("{}:{}: {}", path, error.mark.line + 1, error.msg));
  }
}

}  // namespace

std::vector<OptionSpec> MakeOptionTable(const std::vector<LanguageEntry>& languages) {
  std::vector<OptionSpec> table = {
      {"host", TextOption{&Options::host, {}},
       "address to listen on; one that others reach, like 0.0.0.0, needs --tokens, for whoever may "
       "send requests runs programs here",
       true},
      {"port", IntegerOption{&Options::port, 0, 65535}, "port to listen on; 0 takes a free one",
       true},
      {"tokens", TextOption{&Options::tokens, {}},
       "file of the tokens that may use the server, as `assay token new` makes it, read again when "
       "it changes; empty: everyone who reaches the port may",
       true},
      {"listen", TextOption{&Options::listen, {}},
       "a Unix socket beside the port, unix:PATH or unix:PATH,mode=0660; with --tokens its users "
       "need none whose uids the file names",
       true},
      {"tls-cert", TextOption{&Options::tls_cert, {}},
       "PEM file with the server's certificate and then those that vouch for it: the port speaks "
       "TLS 1.2 or later; read again on SIGHUP; empty: plain HTTP",
       true},
      {"tls-key", TextOption{&Options::tls_key, {}},
       "PEM file with the key of --tls-cert, without a passphrase; read again with it", true},
      {"share-problems", TextOption{&Options::share_problems, {"on", "off"}},
       "on lets every tenant of --tokens use, and read, the stored problems of all, by their hash",
       true},
      {"otlp-endpoint", TextOption{&Options::otlp_endpoint, {}},
       "collector that gets traces of requests, as OTLP's JSON over HTTP, like "
       "http://127.0.0.1:4318; empty: as OTEL_EXPORTER_OTLP_ENDPOINT says, or none",
       true},
      {"trace-ratio", TextOption{&Options::trace_ratio, {}},
       "share of requests that are traced, from 0 to 1, where the client's traceparent doesn't "
       "say; empty: as OTEL_TRACES_SAMPLER says, or all",
       true},
      {"audit-log", TextOption{&Options::audit_log, {}},
       "file to which a line of JSON is added for each request: when, who, what, and the answer's "
       "status; empty: none",
       true},
      {"insecure", SwitchOption{&Options::insecure},
       "listen on an address that others reach without --tokens, because something else keeps "
       "strangers out",
       true},
      {"allowed-hosts", WordsOption{&Options::allowed_hosts},
       "host names by which clients may call the server; empty means local names when it listens "
       "on this machine only, else any; '*' means any",
       true},
      {"io-threads", IntegerOption{&Options::io_threads, 0, 256},
       "threads that serve sockets; 0 means one for every eight cores, at least two", true},
      {"max-body-mb", IntegerOption{&Options::max_body_mb, 1, 65536},
       "largest request body, in MiB; more is answered 413", true},
      {"drain-timeout-s", NumberOption{&Options::drain_timeout_s, 0, 86400},
       "how long a graceful shutdown lets work in progress finish, in seconds", true},
      {"takeover", TextOption{&Options::takeover, {}},
       "unix socket at which a server hands its listening sockets to the next one that is started "
       "with this option, and then ends once its work is done; auto: one for this user and port; "
       "empty: none",
       true},
      {"node-name", TextOption{&Options::node_name, {}},
       "name of this node among others, of letters, digits, '.', '_' and '-', 48 at most; "
       "sandboxes' ids carry it, so that a front finds them; empty means the host's, and ids "
       "without it",
       true},
      {"agent-port", IntegerOption{&Options::agent_port, -1, 65535},
       "port, on the same address, that tells HAProxy's agent-check how this node is; 0 takes a "
       "free one, -1: none",
       true},
      {"agent-weight", TextOption{&Options::agent_weight, {"free", "slots"}},
       "the weight said there: by the slots that are free, or always the whole, for balancing by a "
       "hash",
       true},
      {"agent-maxconn", IntegerOption{&Options::agent_maxconn, 0, 1000000},
       "connections said there that the node is to get at once; 0: four for each slot", true},
      {"peers", TextOption{&Options::peers, {}},
       "other nodes, for /v1/nodes: a file with an address a line, addresses separated by commas "
       "(http://a:8080,http://b:8080), or dns:NAME:PORT",
       true},
      {"peer-token-file", TextOption{&Options::peer_token_file, {}},
       "file with the token, of the role viewer, that the peers are asked with", true},
      {"client-patience-s", NumberOption{&Options::client_patience_s, 0, 86400},
       "what clients of the compatible routes wait beyond their compile and run time, in seconds: "
       "they are answered 504 just before, and their next try takes up the work; 0: never",
       true},
      {"client-tries", IntegerOption{&Options::client_tries, 1, 100},
       "how often such a client tries before it gives up, the first included", true},
      {"ui", TextOption{&Options::ui, {"on", "off"}},
       "on serves the page for browsers at /ui/, which shows what the server does", true},
      {"slots", IntegerOption{&Options::slots, 0, 4096},
       "programs running at once; 0 means one for each core"},
      {"pin", TextOption{&Options::pin, {"on", "off"}},
       "on keeps what runs in a slot on one core, if there is a core for each slot"},
      {"tier",
       TextOption{&Options::tier, {"auto", "privileged", "delegated", "userns", "landlock"}},
       "isolation of programs: the best tier that this host allows, or the one named and no other; "
       "doctor lists them"},
      {"allow-weak", TextOption{&Options::allow_weak, {"on", "off"}},
       "on accepts a tier that doctor calls weak on this host"},
      {"max-queue", IntegerOption{&Options::max_queue, 1, 1000000},
       "submissions admitted and not finished; more are refused with 429", true},
      {"max-queue-mb", IntegerOption{&Options::max_queue_mb, 1, 1 << 20},
       "code and test data waiting or running, in MiB", true},
      {"output-cap-mb", IntegerOption{&Options::output_cap_mb, 1, 1024},
       "most a program may write to each of stdout and stderr by default, in MiB"},
      {"time-multiplier",
       NumberOption{&Options::time_multiplier, kLeastTimeMultiplier, kLargestTimeMultiplier},
       "what time limits are multiplied with on this host; doctor --calibrate offers one"},
      {"sandboxes", IntegerOption{&Options::sandboxes, 0, 16000},
       "sandboxes that live (/v1/sandboxes), at once; more are refused. 0: none. An idle one costs "
       "about a megabyte of memory",
       true},
      {"warm-sandboxes", IntegerOption{&Options::warm_sandboxes, 0, 4096},
       "boxes kept ready, so that a sandbox is there at once; each costs what an idle one does",
       true},
      {"sandboxes-per-tenant", IntegerOption{&Options::sandboxes_per_tenant, 0, 16000},
       "sandboxes of one tenant at once; 0: as many as there may be", true},
      {"sandbox-memory-mb", IntegerOption{&Options::sandbox_memory_mb, 1024, 1 << 24},
       "most memory that one sandbox may ask for, its files included, in MiB", true},
      {"sandbox-disk-mb", IntegerOption{&Options::sandbox_disk_mb, 1024, 1 << 24},
       "most files that one sandbox may ask room for, in MiB", true},
      {"sandbox-processes", IntegerOption{&Options::sandbox_processes, 256, 1 << 20},
       "most processes and threads that one sandbox may ask for", true},
      {"sandbox-snapshots-mb", IntegerOption{&Options::sandbox_snapshots_mb, 0, 1 << 24},
       "disk space in /var/tmp for all snapshots and forks of sandboxes together, in MiB", true},
      {"sandbox-lifetime-s", NumberOption{&Options::sandbox_lifetime_s, 1, 31536000},
       "longest that a sandbox may live, in seconds; one that doesn't say gets an hour at most",
       true},
      {"sandbox-idle-s", NumberOption{&Options::sandbox_idle_s, 1, 31536000},
       "after which time without use a sandbox ends that doesn't say, in seconds", true},
      {"sandbox-egress", TextOption{&Options::sandbox_egress, {"on", "off"}},
       "on lets sandboxes ask for a way out, to hosts that their requests name, through a proxy of "
       "this server",
       true},
      {"unseparated", TextOption{&Options::unseparated, {"accept", "mask", "refuse"}},
       "what becomes of assert tests that need to share a process with the program: accept their "
       "verdict, mask it (no score), or refuse to run them"},
  };
  for (const LanguageEntry& language : languages) {
    for (const LanguageOption& option : language.options) {
      table.push_back({option.name, option, option.help});
    }
  }
  const std::vector<OptionSpec> others = {
      {"datasets", TextOption{&Options::datasets, {}},
       "folder of <id>.jsonl files for SandboxFusion's data set routes (/submit, /get_prompts …), "
       "read at start; empty: only what requests bring",
       true},
      {"cache-dir", TextOption{&Options::cache_dir, {}},
       "folder for what survives a restart; empty means /var/cache/assay or ~/.cache/assay"},
      {"history", TextOption{&Options::history, {}},
       "what was judged, for /v1/stats, /v1/verdicts, /v1/findings and the page: a folder, memory "
       "(gone with the server) or off; empty means below cache-dir",
       true},
      {"history-days", NumberOption{&Options::history_days, 0.01, 3650},
       "how long a verdict is remembered, in days", true},
      {"history-mb", IntegerOption{&Options::history_mb, 1, 1 << 20},
       "space for the history, in MiB; the oldest verdicts go first", true},
      {"image-folder", TextOption{&Options::image_folder, {}},
       "folder of the images that sandboxes may have, as `assay image add` makes them; empty means "
       "images below cache-dir",
       true},
      {"problem-store-mb", IntegerOption{&Options::problem_store_mb, 1, 1 << 20},
       "memory for decoded problems, in MiB", true},
      {"problem-disk-mb", IntegerOption{&Options::problem_disk_mb, 0, 1 << 24},
       "disk space below cache-dir for problems sent by PUT, in MiB; 0: none", true},
      {"compile-cache-mb", IntegerOption{&Options::compile_cache_mb, 0, 1 << 20},
       "memory for compiled programs, in MiB", true},
      {"compile-disk-mb", IntegerOption{&Options::compile_disk_mb, 0, 1 << 24},
       "disk space below cache-dir for compiled programs, in MiB; 0: none", true},
      {"verdict-cache-mb", IntegerOption{&Options::verdict_cache_mb, 0, 1 << 20},
       "memory for verdicts, in MiB; 0: identical submissions each run", true},
      {"warm", TextOption{&Options::warm, {"on", "off"}},
       "fork Python runs from resident interpreters instead of starting one for each: on or off"},
      {"warm-imports", WordsOption{&Options::warm_imports},
       "modules those interpreters have imported; empty means the usual standard ones"},
      {"warm-packages", WordsOption{&Options::warm_packages},
       "packages, such as pandas, for which there is one more such interpreter each that has "
       "imported it, for the programs that do"},
      {"python-quick-end", TextOption{&Options::python_quick_end, {"auto", "on", "off"}},
       "end forked Python runs without freeing the interpreter: on, off, or auto, which tests at "
       "start-up that no program could tell"},
      {"restore", TextOption{&Options::restore, {"auto", "on", "off"}},
       "run the tests of a submission in Python in one process that is restored between them: on, "
       "off, or auto, which tests at start-up that no program could tell"},
      {"restore-others", TextOption{&Options::restore_others, {"on", "off"}},
       "where tests are restored, run submissions of few tests one after the other in such a "
       "process, too: on or off"},
      {"toolchain-self-test", TextOption{&Options::toolchain_self_test, {"on", "off"}},
       "test once, in the background, that each new toolchain tells a right program, a failed "
       "assertion, a compile error and a crash apart: on or off"},
      {"math-threads", IntegerOption{&Options::math_threads, 0, 256},
       "threads that verify math answers; 0 means one for every four cores", true},
      {"math-judge-url", TextOption{&Options::math_judge_url, {}},
       "OpenAI-compatible server asked about math answers found incorrect or undecided; empty: "
       "none",
       true},
      {"math-judge-model", TextOption{&Options::math_judge_model, {}}, "model to ask there", true},
      {"math-judge-prompt", TextOption{&Options::math_judge_prompt, {}},
       "file with the question, {gold} and {answer} in it; empty means the built-in one", true},
      {"math-judge-key-file", TextOption{&Options::math_judge_key_file, {}},
       "file with the API key for that server", true},
      {"math-judge-mode", TextOption{&Options::math_judge_mode, {"report", "apply"}},
       "report second opinions, or apply them: an approval makes an answer correct", true},
      {"math-judge-deadline-s", NumberOption{&Options::math_judge_deadline_s, 0.01, 3600},
       "longest wait for an opinion, in seconds; after that it is unavailable", true},
      {"math-judge-concurrency", IntegerOption{&Options::math_judge_concurrency, 1, 256},
       "questions sent at a time", true},
      {"judge-url", TextOption{&Options::judge_url, {}},
       "OpenAI-compatible server that grades responses for rubrics (llm_judge), and gives second "
       "opinions on math answers where a request asks for them; empty: none",
       true},
      {"judge-model", TextOption{&Options::judge_model, {}}, "model to ask there", true},
      {"judge-prompt", TextOption{&Options::judge_prompt, {}},
       "file with the question, {response} and {nonce} in it, and room for {criterion}, {prompt}, "
       "{gold}, {lowest} and {highest}; empty means the built-in one",
       true},
      {"judge-key-file", TextOption{&Options::judge_key_file, {}},
       "file with the API key for that server", true},
      {"judge-key-env", TextOption{&Options::judge_key_env, {}},
       "variable that holds the API key, where no file does", true},
      {"judge-timeout-s", NumberOption{&Options::judge_timeout_s, 0.01, 3600},
       "longest wait for one answer, in seconds; failed ones are asked for again", true},
      {"judge-concurrency", IntegerOption{&Options::judge_concurrency, 1, 256},
       "questions sent at a time", true},
      {"log-level",
       TextOption{&Options::log_level, {"trace", "debug", "info", "warn", "error", "off"}},
       "trace, debug, info, warn, error or off"},
      {"log-format", TextOption{&Options::log_format, {"text", "json"}},
       "lines of the log as text, or as a JSON object each", true},
  };
  table.insert(table.end(), others.begin(), others.end());
  return table;
}

const std::vector<OptionSpec>& OptionTable() {
  static const std::vector<OptionSpec> table = MakeOptionTable(BuiltInLanguages());
  return table;
}

std::string OptionSpec::EnvironmentName() const {
  std::string result = "ASSAY_";
  for (const char c : name) {
    result += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return result;
}

std::string OptionSpec::ValueText(const Options& options) const {
  return std::visit(
      [&](const auto& option) -> std::string {
        using Kind = std::decay_t<decltype(option)>;
        if constexpr (std::is_same_v<Kind, LanguageOption>) {
          return options.language_config.Text(option);
        } else if constexpr (std::is_same_v<Kind, WordsOption>) {
          return fmt::format("{}", fmt::join(options.*option.field, " "));
        } else if constexpr (std::is_same_v<Kind, SwitchOption>) {
          return options.*option.field ? "on" : "off";
        } else {
          return fmt::format("{}", options.*option.field);
        }
      },
      kind);
}

Status OptionSpec::Set(Options* options, std::string_view value, std::string_view source) const {
  return std::visit(SetVisitor{options, value, source}, kind);
}

Result<Options> LoadOptions(const std::map<std::string, std::string>& flags,
                            const EnvironmentLookup& environment, const std::string& config_path,
                            const std::vector<LanguageEntry>& languages) {
  Options options;
  options.languages = languages;
  options.flags = flags;
  options.config_path = config_path;
  const std::vector<OptionSpec> table = MakeOptionTable(languages);
  if (!config_path.empty()) ASSAY_RETURN_IF_ERROR(ApplyYaml(config_path, table, &options));
  for (const OptionSpec& spec : table) {
    const std::string variable = spec.EnvironmentName();
    const char* value = environment(variable.c_str());
    // An empty variable counts as unset, as shells and container files often leave them.
    if (value != nullptr && *value != '\0') {
      ASSAY_RETURN_IF_ERROR(spec.Set(&options, value, variable));
      options.sources[std::string(spec.name)] = OptionSource::kEnvironment;
    }
  }
  for (const auto& [name, value] : flags) {
    const OptionSpec* spec = FindOption(table, name);
    if (spec == nullptr) return Invalid(fmt::format("--{}: there is no such option", name));
    ASSAY_RETURN_IF_ERROR(spec->Set(&options, value, "--" + name));
    options.sources[name] = OptionSource::kFlag;
  }
  return options;
}

}  // namespace assay
