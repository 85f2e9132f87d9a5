#include "apps/eval/list_verb.h"

#include <fmt/format.h>

#include "apps/cli/help_format.h"
#include "apps/cli/terminal.h"
#include "apps/eval/benchmark_arguments.h"
#include "lab/eval/benchmarks/table.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kWidth = 80;

std::string Protocols(const eval::BenchmarkInfo& info) {
  std::string text;
  for (const eval::Protocol protocol : info.protocols) {
    text += (text.empty() ? "" : ", ") + std::string(ProtocolName(protocol));
  }
  return text;
}

std::string Json() {
  JsonWriter json;
  json.BeginArray();
  for (const eval::Benchmark& benchmark : eval::AllBenchmarks()) {
    const eval::BenchmarkInfo& info = benchmark.info;
    json.BeginObject().Key("name").Bytes(info.name).Key("title").Bytes(info.title);
    json.Key("wanted").Bytes(info.wanted).Key("protocols").BeginArray();
    for (const eval::Protocol protocol : info.protocols) json.String(ProtocolName(protocol));
    json.EndArray().Key("deviations").Bytes(info.deviations).EndObject();
  }
  return json.EndArray().Take() + "\n";
}

}  // namespace

void EvalListVerb::AddTo(CommandLine* command) {
  command->Flag("--json", json_, "as JSON");
}

int EvalListVerb::Run(const Options& /*options*/) const {
  if (json_) {
    std::fputs(Json().c_str(), stdout);
    return 0;
  }
  const bool colours = WantsColour(stdout);
  for (const eval::Benchmark& benchmark : eval::AllBenchmarks()) {
    const eval::BenchmarkInfo& info = benchmark.info;
    std::string text = Paint(info.name, Colour::kBold, colours) + "  " + info.title + " (" +
                       Protocols(info) + ")\n";
    text += "  data: " + Wrapped(info.wanted, kWidth - 8, 8) + "\n";
    if (!info.deviations.empty()) {
      text += "  official, but: " + Wrapped(info.deviations, kWidth - 17, 17) + "\n";
    }
    std::fputs(text.c_str(), stdout);
  }
  return 0;
}

}  // namespace assay
