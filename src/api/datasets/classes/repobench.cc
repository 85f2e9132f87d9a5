// RepobenchCDataset and RepobenchPDataset: the next line of a file. Its words are compared; what is
// run only says so, for answers have the shape of a run.
#include "api/datasets/classes/table.h"
#include "base/text.h"
#include "grading/compare/python_text.h"
#include "text/json_writer.h"

namespace assay {
namespace {

bool IsJava(const DatasetConfig& config) {
  constexpr std::string_view kEnd = "_java";
  const std::string& id = config.dataset;
  return id.size() > kEnd.size() && id.compare(id.size() - kEnd.size(), kEnd.size(), kEnd) == 0;
}

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// The first line that is no comment and not blank; without one the first line.
std::string FirstLineOfCode(std::string_view text, bool java) {
  while (StartsWith(text, "\n")) text.remove_prefix(1);
  bool in_comment = false;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::string_view words = PythonStrip(line);
    at = end + 1;
    if (words.empty()) continue;
    const bool opens =
        java ? StartsWith(words, "/*") : StartsWith(words, "\"\"\"") || StartsWith(words, "'''");
    const bool closes =
        java ? EndsWith(words, "*/") : EndsWith(words, "\"\"\"") || EndsWith(words, "'''");
    if (in_comment) {
      in_comment = !closes;
    } else if (opens) {
      in_comment = true;
    } else if (!StartsWith(words, java ? "//" : "#")) {
      return std::string(line);
    }
  }
  return std::string(text.substr(0, text.find('\n')));
}

// A list of texts, which Python reads as JSON writes it.
std::string WordsAsList(std::string_view line) {
  JsonWriter json;
  json.BeginArray();
  for (const std::string_view word : PythonSplit(line, line.size())) json.Bytes(word);
  return json.EndArray().Take();
}

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig&, int) {
  if (!row.Has("prompt")) {
    row.Fault(
        "the row has no prompt: RepobenchP's are cut by the tokens of GPT-2, which this server "
        "cannot count; put the prompt into the row");
  }
  JsonWriter labels;
  labels.BeginObject().Key("next_line").Raw(row.Raw("next_line")).EndObject();
  return {.id_json = {}, .text = row.TextOr("prompt", ""), .labels_json = labels.Take()};
}

Trial MakeTrial(const TrialRequest& request) {
  Trial trial;
  trial.Extracted({FirstLineOfCode(request.completion, IsJava(request.config)),
                   ExtractedType::kHeuristic, ExtractRule::kNone});
  trial.needs_code = false;
  trial.Whole("python", "assert " + WordsAsList(trial.extracted_code) +
                            " == " + WordsAsList(request.row.Text("next_line")) + "\n");
  trial.run_s = 30;
  return trial;
}

}  // namespace

DatasetClass RepobenchCClass() {
  return {.name = "RepobenchCDataset",
          .datasets = {"repobench_c_*"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

DatasetClass RepobenchPClass() {
  return {.name = "RepobenchPDataset",
          .datasets = {"repobench_p_*"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
