#include "langs/entries/exotic/exotic.h"

namespace assay {
namespace {

// The test's input is SQL too, and comes first: tables and what is in them. The first statement
// that fails ends the run.
LanguageTools Tools(const LanguageConfig&) {
  return {.source = "main.sql",
          .run = {"/usr/bin/sqlite3", "-batch", "-bail", ":memory:", ".read /dev/stdin",
                  ".read main.sql"},
          .version_argv = {"/usr/bin/sqlite3", "--version"},
          .version_prefix = "SQLite ",
          .programs = {"/usr/bin/sqlite3"}};
}

SelfTestPrograms SelfTest() {
  return {.right =
              "CREATE TABLE t (x CHECK (x = 4));\nINSERT INTO t VALUES (2 + 2);\n"
              "SELECT 'ok';\n",
          .assertion =
              "CREATE TABLE t (x CHECK (x = 4));\nINSERT INTO t VALUES (2 + 3);\n"
              "SELECT 'ok';\n",
          .broken = "SELECT 'ok' FRM t;\n",
          .crash = "SELECT 'ok';\nSELECT abs(-9223372036854775807 - 1);\n",
          .assertion_sign = "CHECK constraint failed"};
}

}  // namespace

LanguageEntry SqlLanguage() {
  return {.id = "sql",
          .aliases = {"sqlite", "sqlite3"},
          .extensions = {".sql"},
          .fences = {"sql", "sqlite"},
          .peer_fences = {{"sql", {{"sql", "SQL", "Sql"}, UnfencedCode::kSqlQuery}}},
          .install_hint = "apt install sqlite3",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
