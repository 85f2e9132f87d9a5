#include "api/datasets/classes/dataset_class.h"

#include <utility>

#include "api/shared/request_files.h"
#include "text/json_member.h"

namespace assay {

bool DatasetConfig::Flag(std::string_view name) const {
  const JsonValue value = extra.Find(name);
  return value.Is(JsonType::kBool) && value.Bool();
}

std::string DatasetConfig::ExtraText(std::string_view name) const {
  return TextAt(extra, name);
}

void Trial::Extracted(const ExtractedCode& extracted) {
  extracted_code = extracted.code;
  extracted_type = ToString(extracted.type);
}

void Trial::Times(const DatasetConfig& config, double usual_compile_s, double usual_run_s) {
  // A zero means the usual, as in the peers' `value or default`.
  compile_s = config.compile_s && *config.compile_s != 0 ? *config.compile_s : usual_compile_s;
  run_s = config.run_s && *config.run_s != 0 ? *config.run_s : usual_run_s;
}

void Trial::Whole(std::string_view run_language, std::string program) {
  language = run_language;
  full_code = program;
  code = std::move(program);
}

void Trial::Asserts(std::string setup, std::string definitions, std::string asserts,
                    std::string entry_point) {
  language = "python";
  full_code = setup + definitions + "\n" + asserts + "\n";
  if (!entry_point.empty()) *full_code += "check(" + entry_point + ")\n";
  code = std::move(definitions);
  problem = std::make_shared<Problem>();
  problem->mode = ProblemMode::kAssert;
  problem->comparison.profile = Profile::kCompat;
  problem->assert_setup_code = std::move(setup);
  problem->assert_code = std::move(asserts);
  problem->function_name = std::move(entry_point);
  problem->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
}

ExtractedCode TrialRequest::Extract(std::string_view language) const {
  return ExtractCode(completion, languages.FencesFor(language), ExtractProfile::kSandboxFusion);
}

PeerFences TrialRequest::Fences(std::string_view language) const {
  return languages.FencesFor(language).peer;
}

std::map<std::string, BlobPtr> TrialRequest::Assets(DatasetRow& test) const {
  const JsonValue assets = test.Json("asset");
  if (!assets) return {};
  if (!assets.Is(JsonType::kObject)) {
    test.Fault("the row's assets must be an object");
    return {};
  }
  std::string undecodable;
  FieldErrors errors;
  auto files = DecodeFiles(assets, {}, &undecodable, &errors);
  if (!errors.empty()) test.Fault("the row's assets: " + errors.errors().front().message);
  if (!undecodable.empty()) test.Fault("the row's asset " + undecodable + " is not base64");
  return files;
}

bool ComeToTheirEnd(std::string_view tests) {
  for (const char* words : {"unittest.main", "pytest.main", "exit(", "SystemExit"}) {
    if (tests.find(words) != tests.npos) return false;
  }
  return true;
}

std::string IdOf(const DatasetClass& dataset_class, DatasetRow& row) {
  for (const std::string_view field : dataset_class.id_fields) {
    if (row.Has(field)) return row.Raw(field);
  }
  row.Fault("the row has no " + std::string(dataset_class.id_fields.front()));
  return "null";
}

DatasetPrompt UsualPrompt(DatasetRow& row, std::string text) {
  DatasetPrompt prompt;
  prompt.text = std::move(text);
  const JsonValue labels = row.Part("labels").value();
  if (labels) prompt.labels_json = std::string(labels.raw());
  return prompt;
}

}  // namespace assay
