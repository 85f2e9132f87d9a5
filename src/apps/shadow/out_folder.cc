#include "apps/shadow/out_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/fd.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "shadow/log/exchange_line.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// Longer bodies are in the log or at the sender; a hash says which they are.
constexpr size_t kLongestKept = 1 << 20;

constexpr const char* kDisagreements = "/disagreements.jsonl";
constexpr const char* kBundles = "/bundles.jsonl";
constexpr const char* kBeside = ".new";

Error CannotWrite(const std::string& path, int error) {
  return Error{ErrorCode::kInvalidArgument, "shadow", error, path + ": " + std::strerror(error)};
}

void WriteDifference(const shadow::Difference& difference, JsonWriter* json) {
  json->Key("reason").String(shadow::kDifferenceKindNames.NameOf(difference.kind));
  json->Key("cause").String(shadow::kLikelyCauseNames.NameOf(difference.cause));
  json->Key("where").Bytes(difference.where).Key("why").Bytes(difference.why);
  json->Key("peer").Bytes(difference.peer).Key("ours").Bytes(difference.ours);
}

// A body as JSON where it is that, so that it can be looked into.
void WriteBody(const char* name, const std::string& body, JsonWriter* json) {
  json->Key(name);
  if (body.size() > kLongestKept) {
    json->Null();
  } else if (IsValidUtf8(body) && IsJson(body)) {
    // A body may be laid out over several lines, a line of ours may not.
    std::string line = body;
    for (char& c : line) {
      if (c == '\n' || c == '\r') c = ' ';
    }
    json->Raw(line);
  } else {
    json->Bytes(body);
  }
}

// What the request names: the row of a data set, the rollout.
void WriteTask(const shadow::Exchange& exchange, JsonWriter* json) {
  JsonError error;
  const auto document = JsonDocument::Parse(exchange.request_body, &error);
  json->Key("task").BeginObject();
  for (const char* name : {"dataset", "id"}) {
    const JsonValue value = document ? document->root().Find(name) : JsonValue();
    if (value.Is(JsonType::kString)) json->Key(name).Bytes(value.String());
    if (value.Is(JsonType::kNumber)) json->Key(name).Raw(value.raw());
  }
  for (const char* name : {"run", "step", "group", "sample", "tenant"}) {
    const std::string* value =
        shadow::FindHeader(exchange.request_headers, std::string("x-assay-") + name);
    if (value != nullptr) json->Key(name).Bytes(*value);
  }
  json->EndObject();
}

std::string LineOf(const shadow::Disagreement& found, int64_t bundle_line) {
  const shadow::Exchange& exchange = *found.exchange;
  JsonWriter json(exchange.request_body.size() + exchange.reply_body.size() + 2048);
  json.BeginObject().Key("index").Int(found.index);
  if (exchange.arrived_unix_ms > 0) json.Key("arrived_unix_ms").Int(exchange.arrived_unix_ms);
  json.Key("route").Bytes(shadow::PathOf(exchange.target));
  json.Key("target").Bytes(shadow::WithoutSecrets(exchange.target));
  WriteTask(exchange, &json);
  WriteDifference(found.comparison->differences.front(), &json);
  json.Key("our_verdict").Bytes(found.our_words);
  json.Key("peer_status").Int(exchange.status).Key("our_status").Int(found.our_status);
  json.Key("peer_seconds");
  if (exchange.seconds >= 0) {
    json.Double(exchange.seconds);
  } else {
    json.Null();
  }
  json.Key("our_seconds").Double(found.our_seconds);
  json.Key("differences").BeginArray();
  for (const shadow::Difference& difference : found.comparison->differences) {
    json.BeginObject();
    WriteDifference(difference, &json);
    json.EndObject();
  }
  json.EndArray().Key("bundle");
  if (bundle_line > 0) {
    json.String(fmt::format("bundles.jsonl:{}", bundle_line));
  } else {
    json.Null().Key("no_bundle").Bytes(found.no_bundle);
  }
  json.Key("request_sha256").String(Sha256Hex(exchange.request_body));
  WriteBody("request", exchange.request_body, &json);
  WriteBody("reply", exchange.reply_body, &json);
  return json.EndObject().Take() + "\n";
}

// Beside the old one and in its place in one step, so that a reader never meets half of it.
Status Replace(const std::string& path, const std::string& text) {
  const std::string beside = path + kBeside;
  const UniqueFd fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!fd) return CannotWrite(beside, errno);
  ASSAY_RETURN_IF_ERROR(WriteAll(fd.get(), text, beside, "shadow"));
  if (::rename(beside.c_str(), path.c_str()) != 0) return CannotWrite(path, errno);
  return Status();
}

}  // namespace

Result<std::unique_ptr<OutFolder>> OutFolder::Make(const std::string& path) {
  std::error_code fault;
  std::filesystem::create_directories(path, fault);
  if (fault) return CannotWrite(path, fault.value());
  ASSAY_ASSIGN_OR_RETURN(FilePtr disagreements, CreateBundleFile(path + kDisagreements + kBeside));
  ASSAY_ASSIGN_OR_RETURN(FilePtr bundles, CreateBundleFile(path + kBundles + kBeside));
  return std::unique_ptr<OutFolder>(
      new OutFolder(path, std::move(disagreements), std::move(bundles)));
}

OutFolder::~OutFolder() {
  if (begun_) return;
  for (const char* name : {kDisagreements, kBundles}) ::unlink((path_ + name + kBeside).c_str());
}

Status OutFolder::Begin() {
  begun_ = true;
  for (const char* name : {"/report.json", "/report.txt"}) {
    if (::unlink((path_ + name).c_str()) != 0 && errno != ENOENT) {
      return CannotWrite(path_ + name, errno);
    }
  }
  // The files stay open: what is added before and after goes to the same.
  for (const char* name : {kDisagreements, kBundles}) {
    const std::string to = path_ + name;
    if (::rename((to + kBeside).c_str(), to.c_str()) != 0) return CannotWrite(to, errno);
  }
  return Status();
}

void OutFolder::Add(const shadow::Disagreement& disagreement) {
  int64_t bundle_line = 0;
  if (!disagreement.bundle.empty()) {
    std::fputs((disagreement.bundle + "\n").c_str(), bundles_.get());
    std::fflush(bundles_.get());
    bundle_line = ++bundle_lines_;
  }
  const std::string line = LineOf(disagreement, bundle_line);
  std::fwrite(line.data(), 1, line.size(), disagreements_.get());
  std::fflush(disagreements_.get());
}

Status OutFolder::Write(const shadow::ReportHead& head, const shadow::Tally& tally) {
  ASSAY_RETURN_IF_ERROR(Replace(path_ + "/report.json", shadow::ReportJson(head, tally)));
  if (!head.finished) return Status();
  return Replace(path_ + "/report.txt", shadow::ReportText(head, tally));
}

Status OutFolder::Written() {
  for (std::FILE* file : {disagreements_.get(), bundles_.get()}) {
    if (std::fflush(file) != 0 || std::ferror(file) != 0) {
      return CannotWrite(path_, errno == 0 ? EIO : errno);
    }
  }
  return Status();
}

}  // namespace assay
