#include "telemetry/traces/trace_options.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/log.h"
#include "base/text.h"
#include "net/form/query.h"
#include "net/http_client.h"

namespace assay {
namespace {

constexpr char kPath[] = "/v1/traces";

Error Invalid(const std::string& source, const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "traces", 0, source + ": " + message};
}

// The first variable of these that is set to something, with its name.
struct Variable {
  std::string name;
  std::string value;
};
Variable First(const Environment& environment, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const char* value = environment(name);
    if (value != nullptr && *value != '\0') return {name, value};
  }
  return {};
}

Status ReadNumber(const Variable& variable, int64_t lowest, int64_t highest, int64_t* out) {
  if (variable.name.empty()) return {};
  const std::string& text = variable.value;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (fault == std::errc() && end == text.data() + text.size() && *out >= lowest &&
      *out <= highest) {
    return {};
  }
  return Invalid(variable.name, "must be a whole number from " + std::to_string(lowest) + " to " +
                                    std::to_string(highest) + ", not '" + text + "'");
}

Status ReadTime(const Variable& variable, std::chrono::milliseconds* out) {
  int64_t milliseconds = out->count();
  ASSAY_RETURN_IF_ERROR(ReadNumber(variable, 1, 600'000, &milliseconds));
  *out = std::chrono::milliseconds(milliseconds);
  return {};
}

// "a=1,b=2" with values percent-encoded. Values may be secrets: they aren't quoted.
Status ReadPairs(const Variable& variable, std::vector<std::pair<std::string, std::string>>* out) {
  std::string_view rest = variable.value;
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view pair = TrimAsciiSpace(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (pair.empty()) continue;
    const size_t equals = pair.find('=');
    const std::string name(TrimAsciiSpace(pair.substr(0, equals)));
    const bool named = equals != pair.npos && !name.empty() &&
                       std::all_of(name.begin(), name.end(),
                                   [](char c) { return c > ' ' && c < '\x7f' && c != ':'; });
    if (!named) return Invalid(variable.name, "must be NAME=VALUE pairs with commas between them");
    std::string value = PercentDecode(TrimAsciiSpace(pair.substr(equals + 1)));
    if (std::any_of(value.begin(), value.end(),
                    [](char c) { return static_cast<unsigned char>(c) < ' '; })) {
      return Invalid(variable.name, "the value of " + name + " has control characters");
    }
    out->emplace_back(name, std::move(value));
  }
  return {};
}

// Of a base address; one that ends in the path already is taken as it is.
std::string WithPath(std::string url) {
  while (!url.empty() && url.back() == '/') url.pop_back();
  return url.ends_with(kPath) ? url : url + kPath;
}

// Empty: none is named.
Result<std::string> UrlOf(const TraceWishes& wishes, const Environment& environment) {
  Variable from{"--otlp-endpoint", wishes.endpoint};
  std::string url = from.value.empty() ? "" : WithPath(from.value);
  if (from.value.empty()) {
    from =
        First(environment, {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"});
    url = from.name == "OTEL_EXPORTER_OTLP_ENDPOINT" ? WithPath(from.value) : from.value;
  }
  // It may have a password: it isn't quoted.
  if (!url.empty() && !ParseHttpUrl(url)) {
    return Invalid(from.name,
                   "must be an http:// or https:// URL of a collector that takes OTLP over HTTP, "
                   "like http://127.0.0.1:4318");
  }
  return url;
}

bool IsOff(const Environment& environment) {
  return AsciiLower(First(environment, {"OTEL_SDK_DISABLED"}).value) == "true" ||
         First(environment, {"OTEL_TRACES_EXPORTER"}).value == "none";
}

void WarnOfProtocol(const Environment& environment) {
  const Variable protocol =
      First(environment, {"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"});
  if (protocol.value == "grpc") {
    spdlog::warn(
        "{}: traces go out as JSON over HTTP, whatever it says; a collector takes them on "
        "its port for HTTP (4318), and not on that for gRPC",
        protocol.name);
  }
}

}  // namespace

Result<std::optional<TraceOptions>> TraceOptionsOf(const TraceWishes& wishes,
                                                   const Environment& environment) {
  TraceOptions options;
  ASSAY_ASSIGN_OR_RETURN(options.url, UrlOf(wishes, environment));
  // What is said on the command line holds whatever the environment has.
  const bool own = !wishes.endpoint.empty();
  if (options.url.empty() || (!own && IsOff(environment))) return std::optional<TraceOptions>();
  const HttpUrl parts = *ParseHttpUrl(options.url);
  options.shown = parts.scheme + "://" + parts.host + ":" + parts.port + parts.path;
  WarnOfProtocol(environment);

  ASSAY_RETURN_IF_ERROR(ReadPairs(
      First(environment, {"OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"}),
      &options.headers));
  options.ca_file = First(environment, {"OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE",
                                        "OTEL_EXPORTER_OTLP_CERTIFICATE"})
                        .value;
  ASSAY_RETURN_IF_ERROR(ReadTime(
      First(environment, {"OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"}),
      &options.timeout));
  ASSAY_RETURN_IF_ERROR(ReadTime(First(environment, {"OTEL_BSP_SCHEDULE_DELAY"}), &options.delay));
  ASSAY_RETURN_IF_ERROR(ReadNumber(First(environment, {"OTEL_BSP_MAX_QUEUE_SIZE"}), 1, 1'000'000,
                                   &options.max_queued));
  ASSAY_RETURN_IF_ERROR(ReadNumber(First(environment, {"OTEL_BSP_MAX_EXPORT_BATCH_SIZE"}), 1,
                                   10'000, &options.max_batch));
  options.max_batch = std::min(options.max_batch, options.max_queued);

  std::vector<std::pair<std::string, std::string>> said;
  ASSAY_RETURN_IF_ERROR(ReadPairs(First(environment, {"OTEL_RESOURCE_ATTRIBUTES"}), &said));
  const std::string service = First(environment, {"OTEL_SERVICE_NAME"}).value;
  options.resource = {{"service.name", service.empty() ? "assay" : service},
                      {"service.version", wishes.version},
                      {"service.instance.id", wishes.node}};
  for (const auto& given : said) {
    const auto known = std::find_if(options.resource.begin(), options.resource.end(),
                                    [&](const auto& pair) { return pair.first == given.first; });
    if (known == options.resource.end()) {
      options.resource.push_back(given);
    } else if (given.first != "service.name" || service.empty()) {
      known->second = given.second;
    }
  }

  const Variable name = First(environment, {"OTEL_TRACES_SAMPLER"});
  const Variable ratio = First(environment, {"OTEL_TRACES_SAMPLER_ARG"});
  auto sampler =
      wishes.ratio.empty()
          ? Sampler::Make(name.value, name.value.empty() ? "" : ratio.value, name.name, ratio.name)
          : Sampler::Make("", wishes.ratio, "", "--trace-ratio");
  if (!sampler.ok()) return sampler.error();
  options.sampler = *sampler;
  if (options.sampler.never()) return std::optional<TraceOptions>();
  return std::optional(std::move(options));
}

}  // namespace assay
