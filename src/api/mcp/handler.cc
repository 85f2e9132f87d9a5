// The parts, in this order: results, what is answered at once (the handshake to Handle), and what a
// judging route answers (tools and resources).
#include "api/mcp/handler.h"

#include <utility>

#include "api/mcp/tools/problem_uri.h"
#include "api/mcp/tools/resources.h"
#include "api/mcp/tools/tools.h"
#include "text/excerpt.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr char kInstructions[] =
    "Assay runs programs in isolation and judges them. run_code runs one, verify judges one by "
    "tests, check_math compares an answer with the right one. A result with isError is never a "
    "verdict: it says what to correct, or that the server failed and the call can be repeated.";

// How long a client may take a result for fresh, and who may keep it.
enum class Fresh { kNo, kForever, kNow };

void WriteServerInfo(JsonWriter* json) {
  json->BeginObject().Key("name").String("assay").Key("version").String(ASSAY_VERSION).EndObject();
}

void WriteCapabilities(JsonWriter* json) {
  json->Key("capabilities").BeginObject().Key("tools").BeginObject().EndObject();
  json->Key("resources").BeginObject().EndObject().EndObject();
}

// `members`: of the result, without braces.
McpReply Result(const std::string& id, const McpVersion& version, std::string_view members,
                Fresh fresh = Fresh::kNo) {
  JsonWriter json(members.size() + 256);
  json.BeginObject();
  if (!members.empty()) json.Raw(members);
  if (!version.handshake) {
    json.Key("resultType").String("complete");
    if (fresh != Fresh::kNo) {
      constexpr int64_t kHourMs = 3'600'000;
      json.Key("ttlMs").Int(fresh == Fresh::kForever ? kHourMs : 0);
      json.Key("cacheScope").String(fresh == Fresh::kForever ? "public" : "private");
    }
    json.Key("_meta").BeginObject().Key("io.modelcontextprotocol/serverInfo");
    WriteServerInfo(&json);
    json.EndObject();
  }
  return {.message = RpcResult(id, json.EndObject().Take())};
}

McpReply Faulty(const std::string& id, const RpcFault& fault) {
  return {.message = RpcError(id, fault), .error = fault.code};
}

McpReply Faulty(const std::string& id, int code, std::string message) {
  return Faulty(id, {.code = code, .message = std::move(message)});
}

McpReply Resources(const std::string& id, const McpVersion& version, const ResourceReply& reply) {
  return reply.fault ? Faulty(id, *reply.fault) : Result(id, version, reply.members, Fresh::kNow);
}

std::string Discovery() {
  JsonWriter json;
  json.Key("supportedVersions").Raw(McpVersionArray(/*handshake=*/false));
  WriteCapabilities(&json);
  json.Key("serverInfo");
  WriteServerInfo(&json);
  json.Key("instructions").String(kInstructions);
  return json.Take();
}

McpReply UnknownMethod(const RpcMessage& request) {
  return Faulty(request.id, rpc_code::kMethodNotFound,
                "method: there is no '" + Excerpt(request.method) + "' here");
}

}  // namespace

std::string McpHandler::Greet(const RpcMessage& request, const McpVersion& agreed) {
  JsonWriter json;
  json.BeginObject().Key("protocolVersion").String(agreed.name);
  WriteCapabilities(&json);
  json.Key("serverInfo");
  WriteServerInfo(&json);
  json.Key("instructions").String(kInstructions).EndObject();
  return RpcResult(request.id, json.text());
}

std::shared_ptr<McpCall> McpHandler::Handle(const RpcMessage& request, const McpVersion& version,
                                            const McpSinkPtr& sink) const {
  const std::string& method = request.method;
  if (method == "tools/call") return CallTool(request, version, sink);
  if (method == "resources/read") return ReadResource(request, version, sink);
  if (method == "resources/list") return ListResources(request, version, sink);
  if (method == "tools/list") {
    const std::string tools = JsonWriter().Key("tools").Raw(ToolList(version)).Take();
    sink->Finish(Result(request.id, version, tools, Fresh::kForever));
  } else if (method == "resources/templates/list") {
    sink->Finish(Result(request.id, version, ResourceTemplates(), Fresh::kForever));
  } else if (method == "ping" && version.handshake) {
    sink->Finish(Result(request.id, version, ""));
  } else if (method == "server/discover" && !version.handshake) {
    sink->Finish(Result(request.id, version, Discovery(), Fresh::kForever));
  } else {
    sink->Finish(UnknownMethod(request));
  }
  return nullptr;
}

std::shared_ptr<McpCall> McpHandler::Begin(const RpcMessage& request, McpQuestion question,
                                           McpCall::Render render, const McpSinkPtr& sink) const {
  const JsonValue token = request.params.Find("_meta").Find("progressToken");
  const bool wanted = token.Is(JsonType::kString) || token.Is(JsonType::kNumber);
  auto call = std::make_shared<McpCall>(std::move(render), sink,
                                        wanted ? std::string(token.raw()) : std::string(),
                                        std::chrono::steady_clock::now());
  if (call->wants_progress()) beat_.Add(call);
  question.caller = request.caller;
  question.trace = request.trace;
  call->Start(backend_, std::move(question));
  return call;
}

std::shared_ptr<McpCall> McpHandler::CallTool(const RpcMessage& request, const McpVersion& version,
                                              const McpSinkPtr& sink) const {
  const JsonValue name = request.params.Find("name");
  const PlanTool plan_tool = name.Is(JsonType::kString) ? FindTool(name.String()) : nullptr;
  if (plan_tool == nullptr) {
    sink->Finish(Faulty(request.id, rpc_code::kInvalidParams,
                        "name: is one of " + ToolNames() +
                            (name ? ", not " + Excerpt(name.raw()) : "; it is missing")));
    return nullptr;
  }
  const JsonValue arguments = request.params.Find("arguments");
  if (arguments && !arguments.IsNull() && !arguments.Is(JsonType::kObject)) {
    sink->Finish(Faulty(request.id, rpc_code::kInvalidParams, "arguments: is an object"));
    return nullptr;
  }
  FieldErrors errors;
  std::optional<ToolPlan> plan =
      plan_tool(arguments.Is(JsonType::kObject) ? arguments : JsonValue(), &errors);
  if (!plan) {
    sink->Finish(Result(request.id, version, RenderToolResult(FaultyArguments(errors), version)));
    return nullptr;
  }
  McpQuestion question = std::move(plan->question);
  return Begin(
      request, std::move(question),
      [id = request.id, &version, plan = *std::move(plan)](const McpAnswer& answer) {
        return Result(id, version, RenderToolResult(ReadToolAnswer(plan, answer), version));
      },
      sink);
}

std::shared_ptr<McpCall> McpHandler::ReadResource(const RpcMessage& request,
                                                  const McpVersion& version,
                                                  const McpSinkPtr& sink) const {
  const JsonValue uri = request.params.Find("uri");
  if (!uri.Is(JsonType::kString)) {
    sink->Finish(Faulty(request.id, rpc_code::kInvalidParams, "uri: is a string"));
    return nullptr;
  }
  const auto name = ProblemOfUri(uri.String());
  if (!name) {
    sink->Finish(Faulty(request.id, version.unknown_resource,
                        "uri: there is no resource '" + Excerpt(uri.String(), 200) +
                            "'; they are called assay://problems/ and 64 hexadecimal digits"));
    return nullptr;
  }
  return Begin(
      request, ProblemQuestion(*name),
      [id = request.id, &version, name = *name](const McpAnswer& answer) {
        return Resources(id, version, ReadProblem(answer, name, version));
      },
      sink);
}

std::shared_ptr<McpCall> McpHandler::ListResources(const RpcMessage& request,
                                                   const McpVersion& version,
                                                   const McpSinkPtr& sink) const {
  const auto begin = ReadCursor(request.params);
  if (!begin) {
    sink->Finish(Faulty(request.id, rpc_code::kInvalidParams,
                        "cursor: is a nextCursor of an earlier answer; leave it out to begin"));
    return nullptr;
  }
  return Begin(
      request, ProblemListQuestion(),
      [id = request.id, &version, begin = *begin](const McpAnswer& answer) {
        return Resources(id, version, ReadProblemList(answer, begin));
      },
      sink);
}

}  // namespace assay
