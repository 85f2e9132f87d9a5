#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <utility>

#include "base/text.h"
#include "drivers_embedded.h"
#include "langs/drivers/drivers.h"
#include "langs/source/go_source.h"
#include "langs/source/signature.h"

namespace assay {
namespace {

constexpr char kMain[] = "assayCandidateMain";

constexpr std::string_view kListNode = "type ListNode struct {\n\tVal  int\n\tNext *ListNode\n}\n";
constexpr std::string_view kTreeNode =
    "type TreeNode struct {\n\tVal   int\n\tLeft  *TreeNode\n\tRight *TreeNode\n}\n";

// What the online judges that share this style of problem import for their users. Each comes with
// something of it, since Go refuses an import that nothing uses.
struct Package {
  std::string_view name;
  std::string_view path;
  std::string_view use;
  int since = 0;  // Go 1.N
};
constexpr Package kPackages[] = {
    {"bufio", "bufio", "bufio.NewReader"},
    {"bytes", "bytes", "bytes.Equal"},
    {"cmp", "cmp", "cmp.Compare[int]", 21},
    {"errors", "errors", "errors.New"},
    {"fmt", "fmt", "fmt.Sprint"},
    {"heap", "container/heap", "heap.Init"},
    {"list", "container/list", "list.New"},
    {"ring", "container/ring", "ring.New"},
    {"maps", "maps", "maps.Equal[map[int]int, map[int]int]", 21},
    {"big", "math/big", "big.NewInt"},
    {"bits", "math/bits", "bits.Len"},
    {"cmplx", "math/cmplx", "cmplx.Abs"},
    {"math", "math", "math.Abs"},
    {"rand", "math/rand", "rand.Int"},
    {"os", "os", "os.Exit"},
    {"reflect", "reflect", "reflect.DeepEqual"},
    {"regexp", "regexp", "regexp.MatchString"},
    {"slices", "slices", "slices.Contains[[]int]", 21},
    {"sort", "sort", "sort.Ints"},
    {"strconv", "strconv", "strconv.Itoa"},
    {"strings", "strings", "strings.Split"},
    {"sync", "sync", "sync.NewCond"},
    {"time", "time", "time.Now"},
    {"unicode", "unicode", "unicode.IsLetter"},
    {"utf8", "unicode/utf8", "utf8.RuneLen"},
};

// Of a go.mod the name behind "module".
std::string ModuleName(std::string_view module) {
  constexpr std::string_view kWord = "module ";
  if (!StartsWith(module, kWord)) return "programs";
  return std::string(TrimAsciiSpace(module.substr(kWord.size(), module.find('\n') - kWord.size())));
}

// Of a go.mod the N in "go 1.N"; 0 when there is none.
int MinorVersion(std::string_view module) {
  constexpr std::string_view kWord = "\ngo 1.";
  const size_t at = module.find(kWord);
  int minor = 0;
  if (at != module.npos) {
    std::from_chars(module.data() + at + kWord.size(), module.data() + module.size(), minor);
  }
  return minor;
}

// The file as it stands in package main, beside a main() of ours. Everything that is added comes
// on its first line or behind its last, so that line numbers stay the candidate's.
std::string CandidateFile(std::string_view code, const GoSource& source, int minor) {
  std::string begin;
  std::string end;
  if (source.package.empty()) {
    begin = "package main; ";
    for (const Package& package : kPackages) {
      if (minor < package.since || source.qualifies.count(package.name) == 0 ||
          source.imported.count(package.name) > 0 || source.declared.count(package.name) > 0) {
        continue;
      }
      begin.append("import \"").append(package.path).append("\"; ");
      end.append("\nvar _ = ").append(package.use);
    }
  }
  // From behind, so that the places of those before stay right.
  std::map<size_t, std::pair<size_t, std::string_view>, std::greater<>> renamed;
  const auto rename = [&](std::string_view name, std::string_view to) {
    if (name.empty()) return;
    renamed[static_cast<size_t>(name.data() - code.data())] = {name.size(), to};
  };
  rename(source.main, kMain);
  rename(source.package, "main");
  std::string text(code);
  for (const auto& [place, name] : renamed) text.replace(place, name.first, name.second);
  return begin + text + end + "\n";
}

// Whether the function's declaration has the word; of its own names only a parameter's could be it.
bool Mentions(const Signature& signature, std::string_view word) {
  const auto has = [&](std::string_view text) {
    SourceTokens tokens(text, SourceSyntax::kGo);
    for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
      if (token == word) return true;
    }
    return false;
  };
  return has(signature.result) ||
         std::any_of(signature.parameters.begin(), signature.parameters.end(), has);
}

std::string MainFile(std::string_view code, const std::string& name, const std::string& module) {
  const auto signature = FindSignature(code, name, SourceSyntax::kGo).value_or(Signature());
  std::string text = "package main\n\nimport \"" + module + "/assaydriver\"\n\n";
  if (signature.of_solution) text += "var assaySolution Solution\n\n";
  text += "func main() {\n\tassaydriver.Call(";
  text += (signature.of_solution ? "assaySolution." : "") + name;
  text += ", assaydriver.Characters{Bytes: ";
  text += Mentions(signature, "uint8") ? "false" : "true";
  text += ", Runes: ";
  text += Mentions(signature, "rune") ? "true" : "false";
  return text + "})\n}\n";
}

}  // namespace

LayoutHook GoCallHook(const GoModule& module) {
  // What it requires is of no use to most programs, and takes time to look at.
  const std::string bare = module.mod.substr(0, module.mod.find("\nrequire"));
  const std::vector<ProgramFile> driver = {
      {"assaydriver/driver.go", Blob::FromString(std::string(Embedded_go_driver_go()))},
      {"assaydriver/nodes.go", Blob::FromString(std::string(Embedded_go_nodes_go()))},
      {"assaydriver/read.go", Blob::FromString(std::string(Embedded_go_read_go()))},
      {"assaydriver/scan.go", Blob::FromString(std::string(Embedded_go_scan_go()))},
      {"assaydriver/write.go", Blob::FromString(std::string(Embedded_go_write_go()))}};
  return [module, bare, driver](const Problem& problem, std::string_view code,
                                ProgramLayout* layout) -> Status {
    const std::string& name = problem.function_name;
    if (!IsIdentifier(name)) {
      return InvalidField("langs.program", "problem.function_name", "not a Go identifier: " + name);
    }
    const GoSource source = ScanGo(code);
    std::string nodes = "package main\n";
    if (source.declared.count("ListNode") == 0) nodes += kListNode;
    if (source.declared.count("TreeNode") == 0) nodes += kTreeNode;
    const bool whole = code.find(module.library) != code.npos;
    layout->sources = driver;
    const auto add = [&](const char* path, std::string text) {
      layout->sources.push_back({path, Blob::FromString(std::move(text))});
    };
    add("main.go", CandidateFile(code, source, MinorVersion(module.mod)));
    add("assay_main.go", MainFile(code, name, ModuleName(module.mod)));
    add("assay_nodes.go", std::move(nodes));
    add("go.mod", whole ? module.mod : bare + "\n");
    if (whole) add("go.sum", module.sum);
    layout->compiled = {"main.go", "assay_main.go", "assay_nodes.go"};
    return {};
  };
}

}  // namespace assay
