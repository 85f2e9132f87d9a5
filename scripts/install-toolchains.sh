#!/bin/bash
# Installs the toolchains of every language Assay judges and this machine can have: Debian's packages,
# and below a folder of their own those of other sources. It first says what is
# missing and how large it is; what is there already is left as it is.
#
#   scripts/install-toolchains.sh [--list] [--prefix DIR] [PART…]
#
#   --list         only says what would be installed
#   --prefix DIR   the folder (default: $ASSAY_TOOLCHAINS or /opt/assay/toolchains); the server finds
#                  it by the same variable or by --toolchains
#   PART           some of them, by name (default: all): see all_parts
#
# A part is two functions here: NAME_missing prints a line for what is missing, with its size, and
# nothing when all is there; NAME_install installs it.
set -euo pipefail
cd "$(dirname "$0")/.."

all_parts="debian npm go maven"
prefix=${ASSAY_TOOLCHAINS:-/opt/assay/toolchains}
list_only=false
parts=()
while [ $# -gt 0 ]; do
  case "$1" in
    --list) list_only=true ;;
    --prefix) prefix=${2:?--prefix needs a folder}; shift ;;
    *)
      if [[ " $all_parts " != *" $1 "* ]]; then
        echo "install-toolchains: unknown word '$1' (--list, --prefix DIR, or some of: $all_parts)" >&2
        exit 2
      fi
      parts+=("$1")
      ;;
  esac
  shift
done
[ ${#parts[@]} -gt 0 ] || parts=($all_parts)
case "$prefix" in /*) ;; *) echo "install-toolchains: --prefix must be an absolute path" >&2; exit 2 ;; esac

# as_installed DIR COMMAND…: runs the command with a new folder as its last argument, and makes that
# folder DIR when the command was successful: a toolchain is there as a whole or not at all.
as_installed() {
  local target=$1 new
  shift
  mkdir -p "$(dirname "$target")"
  new=$(mktemp -d "$target.XXXXXX")
  if "$@" "$new"; then
    chmod -R a+rX "$new"
    rm -rf "$target"
    mv "$new" "$target"
  else
    rm -rf "$new"
    return 1
  fi
}

# Debian: languages by packages, but for those whose program is there from elsewhere.

debian_missing() {
  local missing plan
  missing=$(scripts/install-deps.sh --missing runtime toolchains)
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086
  plan=$(LC_ALL=C apt-get install --no-install-recommends --assume-no $missing 2>/dev/null |
    sed -n 's/^After this operation, \(.*\) of additional disk space will be used\.$/\1/p') || true
  echo "${plan:-unknown size} by Debian's packages" $missing
}
debian_install() { scripts/install-deps.sh runtime toolchains; }

# npm: TypeScript's compilers and jest, in one folder.

npm_packages="typescript@5.9 tsx@4 jest@30 @babel/core@7 @babel/preset-env@7 @babel/preset-typescript@7"
npm_missing() {
  [ ! -e "$prefix/npm/packages" ] || [ "$(cat "$prefix/npm/packages")" != "$npm_packages" ] || return 0
  echo "100 MB by npm's packages $npm_packages"
}
npm_into() {
  # Without the scripts of packages: none of these needs one.
  (cd "$1" && npm install --silent --no-audit --no-fund --ignore-scripts $npm_packages >&2) || return
  # Babel takes the types away from tests; modules are found here as well as beside the test.
  cat >"$1/jest.config.js" <<'END'
const preset = [
  [require.resolve("@babel/preset-env"), { targets: { node: "current" } }],
  require.resolve("@babel/preset-typescript"),
];
const babel = { presets: preset, configFile: false, babelrc: false };
module.exports = {
  rootDir: process.cwd(),
  testEnvironment: "node",
  transform: { "\\.[jt]sx?$": [require.resolve("babel-jest"), babel] },
  modulePaths: [__dirname + "/node_modules"],
  watchman: false,
};
END
  echo "$npm_packages" >"$1/packages"
}
npm_install() {
  command -v npm >/dev/null || { echo "toolchains: npm is missing; TypeScript and jest stay unavailable" >&2; return 1; }
  as_installed "$prefix/npm" npm_into
}

# Go: its standard library compiled ahead, for building and for testing, because no program may wait
# for that; and testify, which tests of data sets import. The compiler itself is Debian's, or the one
# on PATH.

go_program() { command -v go || { [ -x /usr/local/go/bin/go ] && echo /usr/local/go/bin/go; }; }
go_missing() {
  local go
  go=$(go_program) || go=
  [ -z "$go" ] || [ ! -e "$prefix/go/version" ] || [ "$(cat "$prefix/go/version")" != "$("$go" version)" ] || return 0
  echo "300 MB by Go's standard library, compiled ahead, and the module testify"
}
go_into() {
  local go
  go=$(go_program) || { echo "toolchains: go is missing; Go stays unavailable" >&2; return 1; }
  # As programs are compiled (src/langs/entries/native/go.cc): another setting is another cache.
  export GOCACHE="$1/cache" GOMODCACHE="$1/mod" CGO_ENABLED=0 GOTOOLCHAIN=local GOFLAGS=-modcacherw
  # Each step ends it all if it fails: within a condition, as here, bash's own -e is off.
  (
    mkdir "$1/all" && cd "$1/all" && "$go" mod init programs && "$go" get github.com/stretchr/testify@v1.9.0 &&
      { echo 'package main' && go_imports "$go" && echo 'func main() {}'; } >main.go &&
      { echo 'package main' && echo 'import "testing"' && echo 'func TestNothing(t *testing.T) {}'; } >main_test.go &&
      "$go" mod tidy && "$go" build -o /dev/null . && "$go" test -count=1 . &&
      mv go.mod go.sum .. && cd .. && rm -r all && "$go" version >version
  ) >&2
}
go_imports() { # lines that import everything a program may
  "$1" list std | grep -vE '(^|/)(internal|vendor)(/|$)|^runtime/cgo$' | sed 's/.*/import _ "&"/'
  printf 'import _ "github.com/stretchr/testify/%s"\n' assert require
}
go_install() { as_installed "$prefix/go" go_into; }

# Maven: the compilers of Kotlin and Scala and JUnit's console, each a folder of jars.

kotlin_jars="org.jetbrains.kotlin:kotlin-compiler-embeddable:2.0.0
  org.jetbrains.kotlin:kotlin-scripting-compiler-embeddable:2.0.0 org.jetbrains.kotlin:kotlin-reflect:2.0.0"
scala_jars="org.scala-lang:scala-compiler:2.13.14"
junit_jars="org.junit.platform:junit-platform-console-standalone:1.8.2"
# A folder's name, the size of what it holds, and what it is.
maven_folders="kotlin:61:Kotlin's_compiler scala:25:Scala's_compiler junit:3:JUnit's_console"

maven_absent() { # NAME: whether the folder isn't there with just these jars
  local jars="$1_jars"
  [ ! -e "$prefix/$1/packages" ] || [ "$(cat "$prefix/$1/packages")" != "${!jars}" ]
}
maven_missing() {
  local folder name size what line=
  for folder in $maven_folders; do
    IFS=: read -r name size what <<<"$folder"
    if maven_absent "$name"; then line+="${line:+, }$size MB by ${what//_/ }"; fi
  done
  [ -z "$line" ] || echo "$line, all from Maven"
}
maven_into() { # NAME DIR: the jars with all that they need
  local jars="$1_jars" directory=$2 jar group artifact version
  {
    echo '<project><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>t</artifactId>'
    echo '<version>1</version><dependencies>'
    for jar in ${!jars}; do
      IFS=: read -r group artifact version <<<"$jar"
      echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId>"
      echo "<version>$version</version></dependency>"
    done
    echo '</dependencies></project>'
  } >"$directory/pom.xml"
  mvn -q -B -f "$directory/pom.xml" dependency:copy-dependencies -DoutputDirectory="$directory" >&2 || return
  rm "$directory/pom.xml"
  echo "${!jars}" >"$directory/packages"
}
maven_install() {
  local folder name failed=0
  command -v mvn >/dev/null ||
    { echo "toolchains: mvn is missing; Kotlin, Scala and JUnit stay unavailable" >&2; return 1; }
  for folder in $maven_folders; do
    name=${folder%%:*}
    if maven_absent "$name"; then as_installed "$prefix/$name" maven_into "$name" || failed=1; fi
  done
  return $failed
}

# What is missing, with sizes; then each part.
needed=()
for part in "${parts[@]}"; do
  missing=$("${part}_missing")
  if [ -z "$missing" ]; then
    echo "toolchains: $part: all there"
  else
    echo "toolchains: $part: $missing"
    needed+=("$part")
  fi
done
if $list_only || [ ${#needed[@]} -eq 0 ]; then exit 0; fi
failed=0
for part in "${needed[@]}"; do
  echo "toolchains: installing $part"
  "${part}_install" || { echo "toolchains: $part failed" >&2; failed=1; }
done
exit $failed
