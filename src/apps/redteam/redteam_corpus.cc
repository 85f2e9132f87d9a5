#include "apps/redteam/redteam_corpus.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/text.h"
#include "base/whole_file.h"
#include "langs/language.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

Error Invalid(const fs::path& file, const std::string& what) {
  return {ErrorCode::kInvalidArgument, "redteam", 0, file.string() + ": " + what};
}

Result<std::string> ReadText(const fs::path& file) {
  auto text = ReadFile(file.string(), "redteam");
  if (!text.ok()) return Invalid(file, "cannot be read");
  if (!IsValidUtf8(*text)) return Invalid(file, "is not UTF-8 text");
  return text;
}

constexpr std::string_view kAttackMark = ".attack.";
constexpr std::string_view kHonestMark = ".honest.";
constexpr std::string_view kIdiomMark = ".idiom.";

// What is between " (" and "):" of the first line, which says "Attack on MODE" or "Idiom on MODE".
std::optional<std::string> CategoryOf(std::string_view text, std::string_view opening) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const size_t end = line.find("):");
  const size_t begin = line.rfind(" (", end);
  if (line.find(opening) == line.npos || end == line.npos || begin == line.npos) {
    return std::nullopt;
  }
  return std::string(line.substr(begin + 2, end - begin - 2));
}

struct Group {
  std::string test_cases;  // JSON
  double run_timeout = 5;
  std::string judge;  // source; empty: none
  std::string judge_language;
};

Result<Group> LoadGroup(const fs::path& folder) {
  const fs::path file = folder / "problem.json";
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadText(file));
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document) return Invalid(file, "is not JSON: " + error.message);
  const JsonValue root = document->root();
  const JsonValue cases = root.Find("test_cases");
  if (!cases.Is(JsonType::kObject)) return Invalid(file, "has no test_cases");
  Group group;
  group.test_cases = std::string(cases.raw());
  if (const JsonValue timeout = root.Find("run_timeout"); timeout.Is(JsonType::kNumber)) {
    group.run_timeout = timeout.Double();
  }
  if (const JsonValue judge = root.Find("special_judge_program"); judge.Is(JsonType::kString)) {
    ASSAY_ASSIGN_OR_RETURN(group.judge, ReadText(folder / judge.String()));
    group.judge_language = LanguageOfFile(BuiltInLanguages(), judge.String());
  }
  return group;
}

std::string RequestOf(const Group& group, const LanguageEntry& language, std::string_view code) {
  JsonWriter json(code.size() + group.test_cases.size() + 512);
  const std::string completion =
      "```" + language.shown_name() + "\n" + std::string(code) + "\n```\n";
  json.BeginObject().Key("completion").String(completion);
  json.Key("config").BeginObject().Key("language").String(language.id);
  // Bombs for the compiler end early; Java's needs a few seconds on a busy machine.
  json.Key("compile_timeout").Double(10).Key("run_timeout").Double(group.run_timeout);
  json.Key("provided_data").BeginObject().Key("test_cases").Raw(group.test_cases).EndObject();
  json.Key("extra").BeginObject().Key("run_all_cases").Bool(true);
  if (!group.judge.empty()) {
    json.Key("special_judge_program").String(group.judge);
    json.Key("special_judge_language").String(group.judge_language);
  }
  json.EndObject().EndObject().EndObject();
  return json.Take();
}

Status LoadPair(const fs::path& attack, const Group& group, std::vector<RedteamProgram>* programs) {
  const std::string file = attack.filename();
  const LanguageEntry* language = EntryOfFile(BuiltInLanguages(), file);
  if (language == nullptr) return Invalid(attack, "its extension is no language's");
  std::string honest_name = file;
  honest_name.replace(honest_name.find(kAttackMark), kAttackMark.size(), kHonestMark);
  const fs::path honest = attack.parent_path() / honest_name;
  if (!fs::exists(honest)) return Invalid(attack, "has no honest twin");

  ASSAY_ASSIGN_OR_RETURN(const std::string attack_code, ReadText(attack));
  ASSAY_ASSIGN_OR_RETURN(const std::string honest_code, ReadText(honest));
  const auto category = CategoryOf(attack_code, "Attack on ");
  if (!category) return Invalid(attack, "its first line does not state the attack");
  const std::string folder = attack.parent_path().filename();
  programs->push_back({folder + "/" + file, *category, RedteamKind::kAttack,
                       RequestOf(group, *language, attack_code)});
  programs->push_back({folder + "/" + honest_name, *category, RedteamKind::kHonest,
                       RequestOf(group, *language, honest_code)});
  return {};
}

Status LoadIdiom(const fs::path& idiom, const Group& group, std::vector<RedteamProgram>* programs) {
  const LanguageEntry* language = EntryOfFile(BuiltInLanguages(), idiom.filename().string());
  if (language == nullptr) return Invalid(idiom, "its extension is no language's");
  ASSAY_ASSIGN_OR_RETURN(const std::string code, ReadText(idiom));
  const auto category = CategoryOf(code, "Idiom on ");
  if (!category) return Invalid(idiom, "its first line does not state the idiom");
  const std::string name =
      idiom.parent_path().filename().string() + "/" + idiom.filename().string();
  programs->push_back({name, *category, RedteamKind::kHonest, RequestOf(group, *language, code)});
  return {};
}

bool Holds(const fs::path& file, std::string_view mark) {
  return file.filename().string().find(mark) != std::string::npos;
}

}  // namespace

Result<std::vector<RedteamProgram>> LoadRedteamCorpus(const std::string& directory) {
  std::error_code error;
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    if (fs::exists(entry.path() / "problem.json")) folders.push_back(entry.path());
  }
  if (error) return Invalid(directory, "cannot be listed");
  std::sort(folders.begin(), folders.end());
  std::vector<RedteamProgram> programs;
  for (const fs::path& folder : folders) {
    ASSAY_ASSIGN_OR_RETURN(const Group group, LoadGroup(folder));
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, error)) files.push_back(entry.path());
    if (error) return Invalid(folder, "cannot be listed");
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      if (Holds(file, kAttackMark)) ASSAY_RETURN_IF_ERROR(LoadPair(file, group, &programs));
      if (Holds(file, kIdiomMark)) ASSAY_RETURN_IF_ERROR(LoadIdiom(file, group, &programs));
    }
  }
  if (programs.empty()) return Invalid(directory, "holds no tamper corpus");
  return programs;
}

std::string DefaultRedteamCorpus() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "assay" / "tamper";
  return !error && fs::is_directory(installed, error) ? installed.string() : ASSAY_TAMPER_CORPUS;
}

RedteamAnswer ReadRedteamAnswer(const Result<service::Answer>& response) {
  if (!response.ok() || response->status != 200) return RedteamAnswer::kNone;
  JsonError error;
  const auto document = JsonDocument::Parse(response->body, &error);
  if (!document) return RedteamAnswer::kNone;
  const JsonValue accepted = document->root().Find("accepted");
  if (!accepted.Is(JsonType::kBool)) return RedteamAnswer::kNone;
  return accepted.Bool() ? RedteamAnswer::kAccepted : RedteamAnswer::kRejected;
}

}  // namespace assay
