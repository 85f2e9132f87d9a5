#include "api/problems/convert_routes.h"

#include <atomic>
#include <memory>
#include <optional>

#include "api/problems/problems_of.h"
#include "api/problems/store_problem.h"
#include "api/shared/responses.h"
#include "base/text.h"
#include "data/convert/convert.h"
#include "text/canonical_json.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
constexpr size_t kMostRows = 10'000;
// Of an answer. Packed rows unpack to much more than came in.
constexpr size_t kMostAnswerBytes = size_t{512} << 20;

struct ConvertRequest {
  std::string format;
  bool store = false;
  bool single = false;
  std::vector<JsonValue> rows;
};

ConvertRequest ParseConvert(JsonValue body, FieldErrors* errors) {
  ConvertRequest request;
  FieldReader fields(body, {}, errors);
  request.format = fields.String("format", Presence::kOptionalOrNull).value_or("");
  request.store = fields.Bool("store", Presence::kOptionalOrNull).value_or(false);
  const JsonValue row = body.Find("row");
  request.single = row && !row.IsNull();
  if (request.single) {
    request.rows.push_back(fields.Object("row", Presence::kRequired));
    if (body.Find("rows")) fields.Fault("rows", "value_error", "Input has 'row' already");
    return request;
  }
  const JsonValue rows = fields.Array("rows", Presence::kRequired);
  if (!rows) return request;
  request.rows = rows.Items();
  if (request.rows.size() > kMostRows) {
    fields.Fault("rows", "too_long",
                 "List should have at most " + std::to_string(kMostRows) + " items");
  }
  return request;
}

// Why a row didn't become a problem.
struct RowError {
  std::string_view code = "not_understood";
  RowRefusal refusal;
};

void WriteRowError(const RowError& error, JsonWriter* json) {
  const RowRefusal& refusal = error.refusal;
  if (!refusal.format.empty()) json->Key("format").String(refusal.format);
  json->Key("error").BeginObject().Key("code").String(error.code);
  json->Key("message").Bytes(refusal.message);
  if (!refusal.field.empty()) json->Key("field").Bytes(refusal.field);
  if (!refusal.example.empty()) json->Key("example").Raw(refusal.example);
  json->EndObject();
}

// Members of the object for a row; nothing is written with an error.
class RowWriter {
 public:
  RowWriter(const ProblemRoutesDeps& deps, TenantProblems problems, const ConvertRequest& request)
      : deps_(deps), problems_(std::move(problems)), request_(request) {}

  std::optional<RowError> Write(JsonValue row, JsonWriter* json) const {
    Conversion conversion = ConvertRow(row, request_.format);
    if (!conversion.row) return RowError{.refusal = std::move(conversion.refusal)};
    const ConvertedRow& converted = *conversion.row;
    if (converted.math) return WriteConverted(converted, "", json), std::nullopt;
    const std::string problem = ProblemJson(converted);
    if (json->text().size() + problem.size() > kMostAnswerBytes) {
      return Refuse("too_large", converted,
                    "the answer would be too long: send fewer rows at once");
    }
    if (!request_.store) return WriteConverted(converted, problem, json), std::nullopt;
    return Store(converted, problem, json);
  }

 private:
  static RowError Refuse(std::string_view code, const ConvertedRow& converted, std::string why) {
    return {code, {converted.format, "", std::move(why), ""}};
  }

  std::optional<RowError> Store(const ConvertedRow& converted, const std::string& problem,
                                JsonWriter* json) const {
    JsonError error;
    const auto document = JsonDocument::Parse(problem, &error);
    if (!document) return Refuse("too_large", converted, "the problem has " + error.message);
    // A label may name what is stored already.
    if (document->root().Find("sha256"))
      return WriteConverted(converted, problem, json), std::nullopt;
    const std::string canonical = CanonicalJson(document->root());
    const std::string name = Sha256Hex(canonical);
    const StoreOutcome stored =
        StoreProblem(document->root(), canonical, name, deps_.languages, problems_);
    if (!stored.faults.empty()) {
      const FieldError& fault = stored.faults.errors().front();
      return Refuse("invalid_problem", converted,
                    "problem." + ToString(fault.path) + ": " + fault.message);
    }
    if (!stored.problem) return Refuse("too_large", converted, stored.too_large);
    WriteConverted(converted, R"({"sha256":")" + name + "\"}", json);
    json->Key("created").Bool(stored.created).Key("persistent").Bool(stored.persistent);
    return std::nullopt;
  }

  const ProblemRoutesDeps& deps_;
  const TenantProblems problems_;
  const ConvertRequest& request_;
};

void ConvertOne(const RowWriter& writer, JsonValue row, const HttpReplyPtr& reply) {
  JsonWriter json;
  json.BeginObject();
  const auto error = writer.Write(row, &json);
  if (!error) return SendJson(reply, 200, json.EndObject().Take());
  JsonWriter refused;
  refused.BeginObject();
  WriteRowError(*error, &refused);
  SendJson(reply, 422, refused.EndObject().Take());
}

void Convert(const ProblemRoutesDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  const ConvertRequest request = ParseConvert(document->root(), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  const RowWriter writer(deps, ProblemsOf(http, deps.problems), request);
  if (request.single) return ConvertOne(writer, request.rows[0], reply);
  // What is packed can take a second a row to unpack, for as long as somebody wants it.
  const auto left = std::make_shared<std::atomic<bool>>(false);
  reply->OnDisconnect([left] { *left = true; });
  int64_t refused = 0;
  JsonWriter json;
  json.BeginObject().Key("results").BeginArray();
  for (const JsonValue& row : request.rows) {
    if (*left) return;
    json.BeginObject();
    if (const auto error = writer.Write(row, &json)) {
      WriteRowError(*error, &json);
      ++refused;
    }
    json.EndObject();
  }
  json.EndArray().Key("converted").Int(static_cast<int64_t>(request.rows.size()) - refused);
  SendJson(reply, 200, json.Key("refused").Int(refused).EndObject().Take());
}

}  // namespace

void RegisterConvertRoutes(Router& router, const ProblemRoutesDeps& deps) {
  router.Add(
      "POST", "/v1/problems:convert",
      [deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
        // Both may wait for the disk; the readers are two.
        const auto bytes = static_cast<int64_t>(http->body.size());
        if (deps.readers.Submit(bytes, [deps, http, reply] { Convert(deps, *http, reply); })) {
          return;
        }
        SendOverloaded(reply, kStyle, 1, "too many rows are being converted at once");
      });
}

}  // namespace assay
