#include "api/datasets/classes/unit_tests.h"

#include <algorithm>
#include <vector>

#include "api/datasets/parts/snippets.h"
#include "grading/extract/extract_peers.h"

namespace assay {
namespace {

// The Java of an answer: what stands between [Java] tags, else all blocks of Java or of no
// language, else from the first word that begins Java to the last brace.
std::vector<std::string> JavaSources(std::string_view text) {
  constexpr std::string_view kOpen = "[Java]";
  if (const size_t open = text.find(kOpen); open != text.npos) {
    const std::string_view rest = text.substr(open + kOpen.size());
    if (const size_t close = rest.find("[/Java]"); close != rest.npos) {
      return {std::string(rest.substr(0, close))};
    }
  }
  std::vector<std::string> sources;
  if (text.find("```") != text.npos) {
    for (const PeerBlock& block : PeerBlocks(text)) {
      if (block.info.empty() || block.info == "java" || block.info == "Java") {
        sources.emplace_back(block.code);
      }
    }
    return sources;
  }
  size_t begin = text.npos;
  for (const std::string_view word : {"import ", "public ", "interface ", "class "}) {
    begin = std::min(begin, text.find(word));
  }
  const size_t end = text.rfind('}');
  if (begin != text.npos && end != text.npos && begin < end) {
    sources.emplace_back(text.substr(begin, end + 1 - begin));
  }
  return sources;
}

}  // namespace

std::optional<std::string> NothingPassedInPytest(const RunResult& run) {
  if (run.stdout_bytes.find(" passed") != std::string::npos) return std::nullopt;
  return "pytest did not say that tests passed";
}

void JudgeJavaWithJunit(const TrialRequest& request, const std::string& tests, Trial* trial) {
  const std::vector<std::string> sources = JavaSources(request.completion);
  std::string shown;
  for (const std::string& source : sources) shown += (shown.empty() ? "" : "\n\n") + source;
  trial->Extracted({std::move(shown),
                    sources.empty() ? ExtractedType::kEmpty : ExtractedType::kFenced,
                    ExtractRule::kLanguageBlock});
  trial->Whole("junit", JoinJavaSources(sources, tests));
}

}  // namespace assay
