#include "apps/redteam/redteam_corpus.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "text/json_reader.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAttackMark = ".attack.";
constexpr std::string_view kHonestMark = ".honest.";
constexpr std::string_view kIdiomMark = ".idiom.";
constexpr std::string_view kTellerMark = ".tell.";

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

std::string NameOf(const fs::path& file) {
  return file.parent_path().filename().string() + "/" + file.filename().string();
}

// The file beside an attack that has another mark in its name.
fs::path Beside(const fs::path& attack, std::string_view mark) {
  std::string name = attack.filename();
  name.replace(name.find(kAttackMark), kAttackMark.size(), mark);
  return attack.parent_path() / name;
}

Status LoadPair(const fs::path& attack, const RedteamGroup& group,
                std::vector<RedteamProgram>* programs) {
  const fs::path honest = Beside(attack, kHonestMark);
  const fs::path teller = Beside(attack, kTellerMark);
  if (!fs::exists(honest)) return InvalidRedteam(attack, "has no honest twin");

  ASSAY_ASSIGN_OR_RETURN(const std::string attack_text, ReadRedteamText(attack));
  ASSAY_ASSIGN_OR_RETURN(const std::string honest_text, ReadRedteamText(honest));
  const auto category = CategoryOf(attack_text, "Attack on ");
  if (!category) return InvalidRedteam(attack, "its first line does not state the attack");
  RedteamProgram program{NameOf(attack), *category, RedteamKind::kAttack, {}, group.route, {}};
  ASSAY_ASSIGN_OR_RETURN(program.request, RedteamRequest(group, attack, attack_text));
  if (fs::exists(teller)) {
    ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadRedteamText(teller));
    ASSAY_ASSIGN_OR_RETURN(program.teller, RedteamRequest(group, teller, text));
  }
  programs->push_back(std::move(program));
  RedteamProgram twin{NameOf(honest), *category, RedteamKind::kHonest, {}, group.route, {}};
  ASSAY_ASSIGN_OR_RETURN(twin.request, RedteamRequest(group, honest, honest_text));
  programs->push_back(std::move(twin));
  return {};
}

Status LoadIdiom(const fs::path& idiom, const RedteamGroup& group,
                 std::vector<RedteamProgram>* programs) {
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadRedteamText(idiom));
  const auto category = CategoryOf(text, "Idiom on ");
  if (!category) return InvalidRedteam(idiom, "its first line does not state the idiom");
  RedteamProgram program{NameOf(idiom), *category, RedteamKind::kHonest, {}, group.route, {}};
  ASSAY_ASSIGN_OR_RETURN(program.request, RedteamRequest(group, idiom, text));
  programs->push_back(std::move(program));
  return {};
}

bool Holds(const fs::path& file, std::string_view mark) {
  return file.filename().string().find(mark) != std::string::npos;
}

}  // namespace

Result<std::vector<RedteamProgram>> LoadRedteamCorpus(const std::string& directory, int repeat) {
  std::error_code error;
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    if (fs::exists(entry.path() / "problem.json")) folders.push_back(entry.path());
  }
  if (error) return InvalidRedteam(directory, "cannot be listed");
  std::sort(folders.begin(), folders.end());
  std::vector<RedteamProgram> programs;
  for (const fs::path& folder : folders) {
    ASSAY_ASSIGN_OR_RETURN(const RedteamGroup group, LoadRedteamGroup(folder, repeat));
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, error)) files.push_back(entry.path());
    if (error) return InvalidRedteam(folder, "cannot be listed");
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      if (Holds(file, kAttackMark)) ASSAY_RETURN_IF_ERROR(LoadPair(file, group, &programs));
      if (Holds(file, kIdiomMark)) ASSAY_RETURN_IF_ERROR(LoadIdiom(file, group, &programs));
    }
  }
  if (programs.empty()) return InvalidRedteam(directory, "holds no tamper corpus");
  return programs;
}

std::string DefaultRedteamCorpus() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "assay" / "tamper";
  return !error && fs::is_directory(installed, error) ? installed.string() : ASSAY_TAMPER_CORPUS;
}

RedteamAnswer ReadRedteamAnswer(RedteamRoute route, const Result<service::Answer>& response) {
  if (!response.ok() || response->status != 200) return RedteamAnswer::kNone;
  JsonError error;
  const auto document = JsonDocument::Parse(response->body, &error);
  if (!document) return RedteamAnswer::kNone;
  const JsonValue root = document->root();
  if (route == RedteamRoute::kEvaluate) {
    const JsonValue accepted = root.Find("accepted");
    if (!accepted.Is(JsonType::kBool)) return RedteamAnswer::kNone;
    return accepted.Bool() ? RedteamAnswer::kAccepted : RedteamAnswer::kRejected;
  }
  JsonValue result = root;
  if (route == RedteamRoute::kMath) {
    const JsonValue results = root.Find("results");
    if (!results.Is(JsonType::kArray) || results.Count() != 1) return RedteamAnswer::kNone;
    result = results.Items().front();
  }
  const JsonValue score = result.Find("score");
  if (!score.Is(JsonType::kNumber)) return RedteamAnswer::kNone;
  return score.Double() >= 1 ? RedteamAnswer::kAccepted : RedteamAnswer::kRejected;
}

}  // namespace assay
