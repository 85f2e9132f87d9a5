#include "langs/entries/exotic/exotic.h"

namespace assay {
namespace {

LanguageTools Tools(const LanguageConfig&) {
  return {.source = "main.hs",
          .compile = {"/usr/bin/ghc", "-v0", "{flags}", "-o", "main", "{files}"},
          // -O drops assertions unless told.
          .default_flags = {"-O1", "-fno-ignore-asserts"},
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {"/usr/bin/ghc", "--version"},
          .programs = {"/usr/bin/ghc"},
          // Where Debian keeps the list of installed libraries.
          .find_paths = [] { return std::vector<std::string>{"/var/lib/ghc"}; }};
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "import Control.Exception (assert)\nmain :: IO ()\nmain = do\n" + body + "\n";
  };
  return {.right = with("  assert (sum [2, 2 :: Int] == 4) (putStrLn \"ok\")"),
          .assertion = with("  assert (sum [2, 3 :: Int] == 4) (putStrLn \"ok\")"),
          .broken = with("  putStrLn (4 :: Int)"),
          .crash = with("  putStrLn \"ok\"\n  print ([1 :: Int] !! 2)"),
          .assertion_sign = "Assertion failed"};
}

}  // namespace

LanguageEntry HaskellLanguage() {
  return {.id = "haskell",
          .aliases = {"hs"},
          .extensions = {".hs"},
          .fences = {"haskell", "hs"},
          .install_hint = "apt install ghc",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
