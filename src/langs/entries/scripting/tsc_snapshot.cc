#include "langs/entries/scripting/tsc_snapshot.h"

#include <filesystem>
#include <fstream>

#include "langs/entry/made_once.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr char kStage[] = "langs.tsc_snapshot";
constexpr char kSnapshot[] = "tsc.blob";

const char kBuilder[] =
    R"text(// Writes entry.js: tsc as `node --build-snapshot` takes it. Arguments: the folder of TypeScript's
// libraries, then the flags that programs are compiled with.
const fs = require("fs");
const [library, ...flags] = process.argv.slice(2);
let tsc = fs.readFileSync(library + "/_tsc.js", "utf8");
const call = "executeCommandLine(sys, noop, sys.args);";
const at = tsc.lastIndexOf(call);
if (at < 0) throw new Error("this tsc ends in another way");
tsc = tsc.slice(0, at);

// In the scope of tsc, whose functions can be replaced.
function before(flags) {
  const files = new Map(); // the library's, read and bound, by what they were made from
  let learning = true;
  const create = createSourceFile;
  createSourceFile = (name, text, how, parents, kind) => {
    if (!name.startsWith(__dirname + "/")) return create(name, text, how, parents, kind);
    const key = [name, JSON.stringify(how), parents, kind].join("|");
    const known = files.get(key);
    if (known !== undefined && known.text === text) return known;
    const made = create(name, text, how, parents, kind);
    if (learning) files.set(key, made);
    return made;
  };
  // tsc keeps the folder that it was started in, and so does node.
  sys.getCurrentDirectory = () => process.cwd();
  sys.write = () => {};
  const compile = (args) => {
    let code = -1;
    sys.args = args;
    sys.exit = (told) => { code = told ?? 0; };
    executeCommandLine(sys, noop, args);
    return code;
  };
  if (compile([...flags, "main.ts"]) !== 0) throw new Error("the trial program has errors");
  learning = false;

  const library = new Set(files.values());
  const names = new Set(["undefined", "globalThis"]);
  for (const file of library) for (const name of file.locals.keys()) names.add(name);
  // Whether a program leaves everything alone that the library declares: it adds names and nothing
  // to what is there. Then the library, which has no errors by itself, has none.
  const asked = new Map();
  const leaves = (program) => {
    let count = 0;
    for (const file of program.getSourceFiles()) {
      if (library.has(file)) {
        ++count;
        continue;
      }
      if (file.hasNoDefaultLib || file.moduleAugmentations?.length) return false;
      if (file.jsGlobalAugmentations || file.symbol?.globalExports?.size) return false;
      if (isExternalOrCommonJsModule(file)) continue;
      for (const name of file.locals.keys()) if (names.has(name)) return false;
    }
    return count === library.size;
  };
  const skip = skipTypeCheckingWorker;
  skipTypeCheckingWorker = (file, options, program, ignoreNoCheck) => {
    if (library.has(file)) {
      if (!asked.has(program)) {
        program.getTypeChecker(); // binds all files
        asked.set(program, leaves(program));
      }
      if (asked.get(program)) return true;
    }
    return skip(file, options, program, ignoreNoCheck);
  };
  require("v8").startupSnapshot.setDeserializeMainFunction(() => {
    process.chdir(".");
    const args = process.argv.slice(1);
    const usual = flags.every((flag, i) => args[i] === flag) &&
      args.slice(flags.length).every((name) => !/^[-@]/.test(name));
    process.exit(usual && compile(args) === 0 ? 60 : 1);
  });
}

fs.writeFileSync("entry.js", `(() => {
const __dirname = ${JSON.stringify(library)};
const __filename = __dirname + "/_tsc.js";
${tsc}
(${before})(${JSON.stringify(flags)});
})();
`);
)text";

// Uses what solutions usually do: what V8 compiles for it is in the snapshot, too.
const char kTrial[] = R"text(interface Item { name: string; size: number; tags?: string[] }
type Shape = { kind: "circle"; radius: number } | { kind: "square"; side: number };
enum Colour { Red, Green = "green" }
abstract class Animal {
  protected constructor(readonly name: string, private age = 1) {}
  abstract sound(): string;
  get years(): number { return this.age; }
  static count = 0;
}
class Dog extends Animal {
  constructor() { super("dog"); }
  sound(): string { return `${this.name}!`; }
}
function area(shape: Shape): number {
  switch (shape.kind) {
    case "circle": return Math.PI * shape.radius ** 2;
    case "square": return shape.side * shape.side;
  }
}
function group<T, K extends string | number>(all: T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of all) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
const items: Item[] = [{ name: "a", size: 1 }, { name: "b", size: 2, tags: ["x"] }];
const sizes: Record<string, number> = Object.fromEntries(items.map(({ name, size }) => [name, size]));
const [first, ...others] = items.filter((item) => item.tags?.length).sort((a, b) => a.size - b.size);
async function later(x: number): Promise<string> { return await Promise.resolve(String(x)); }
function* numbers(): Generator<number> { yield* [1, 2]; }
const partial: Partial<Item> & { extra: unknown } = { extra: new Set([..."ab"].map((c) => c.charCodeAt(0))) };
try { JSON.parse("{"); } catch (error) { console.log(error instanceof Error ? error.message : error); }
console.log(area({ kind: "square", side: 2 }), group(items, (item) => item.size).size, sizes["a"], first!.name);
console.log(new Dog().sound(), Colour.Green, others.length, [...numbers()], later(1), partial, /a+/g.exec("caat")?.[0]);
export {};
)text";

// The exit code 60 is the snapshot's word; any other may be node's own.
const char kCompile[] =
    "snapshot=$0; node=$1; tsc=$2; shift 2\n"
    "if [ -e \"$snapshot\" ]; then\n"
    "  \"$node\" --snapshot-blob \"$snapshot\" -- \"$@\" >/dev/null 2>&1\n"
    "  [ $? -ne 60 ] || exit 0\n"
    "fi\n"
    "exec \"$node\" \"$tsc\" \"$@\"";

Status Write(const fs::path& path, const char* text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file.fail()) return {};
  return Error{ErrorCode::kResource, kStage, 0, "cannot write " + path.string()};
}

// In a folder nobody else knows yet.
Status Make(const fs::path& folder, const std::string& node, const std::string& library,
            const std::vector<std::string>& flags, const std::stop_token& stop) {
  ASSAY_RETURN_IF_ERROR(Write(folder / "builder.js", kBuilder));
  ASSAY_RETURN_IF_ERROR(Write(folder / "main.ts", kTrial));
  const std::string snapshot = folder / kSnapshot;
  std::vector<std::string> build = {node, "builder.js", library};
  build.insert(build.end(), flags.begin(), flags.end());
  std::vector<std::string> tried = {
      "sh", "-c", "\"$@\"; test $? -eq 60", "sh", node, "--snapshot-blob", snapshot, "--"};
  tried.insert(tried.end(), flags.begin(), flags.end());
  tried.push_back("main.ts");
  for (const std::vector<std::string>& command :
       {build, {node, "--snapshot-blob", snapshot, "--build-snapshot", "entry.js"}, tried}) {
    std::vector<std::string> argv = {"env", "-C", folder, "-u", "NODE_OPTIONS"};
    argv.insert(argv.end(), command.begin(), command.end());
    ASSAY_RETURN_IF_ERROR(RunForOnce(argv, "no snapshot by " + node, kStage, stop));
  }
  return {};
}

}  // namespace

LanguagePreparation PrepareTscSnapshot(const std::string& node, const std::string& library,
                                       const std::vector<std::string>& flags) {
  const auto place = [=](const std::string& cache_dir,
                         LanguageTools* tools) -> Result<PreparationWork> {
    const std::string tsc = library + "/_tsc.js";
    std::error_code error;
    if (!fs::exists(node, error) || !fs::exists(tsc, error)) return PreparationWork();
    std::string key = std::string(kBuilder) + kTrial;
    for (const std::string& file : {node, tsc}) key += '\0' + FileState(file);
    for (const std::string& flag : flags) key += '\0' + flag;
    ASSAY_ASSIGN_OR_RETURN(const std::string folder, PlaceMadeOnce(cache_dir, "tsc", key, kStage));
    const std::string snapshot = folder + "/" + kSnapshot;
    tools->compile.insert(tools->compile.begin(), {"/bin/sh", "-c", kCompile, snapshot});
    tools->visible_paths.push_back(folder);
    if (fs::exists(snapshot, error)) return PreparationWork();
    return PreparationWork([=](const std::stop_token& stop) -> Status {
      return MakeOnce(folder, {kSnapshot}, kStage, [&](const std::string& attempt) {
        return Make(attempt, node, library, flags, stop);
      });
    });
  };
  return {
      .what = "TypeScript's snapshot", .without = "tsc starts without a snapshot", .place = place};
}

}  // namespace assay
