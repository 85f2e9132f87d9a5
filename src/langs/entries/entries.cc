#include "langs/entries/entries.h"

namespace assay {

const std::vector<LanguageEntry>& BuiltInLanguages() {
  static const std::vector<LanguageEntry> languages = {
      PythonLanguage(), PytestLanguage(), CppLanguage(), CLanguage(), JavaLanguage(),
      NodejsLanguage(), BashLanguage(),
      // Read as they are, or nearly.
      TypescriptLanguage(), TypeCheckedLanguage(), JestLanguage(), PhpLanguage(), RubyLanguage(),
      PerlLanguage(), LuaLanguage(), RLanguage(), RacketLanguage(),
      // Compiled to programs of the machine.
      GoLanguage(), GoTestLanguage(), RustLanguage(), DLanguage(), DUnittestLanguage(),
      // Run by a JVM.
      JunitLanguage(), KotlinLanguage(), KotlinScriptLanguage(), ScalaLanguage(), ClojureLanguage(),
      // Seldom asked for, or seldom there.
      CsharpLanguage(), VerilogLanguage(), SqlLanguage(), AdaLanguage(), ElixirLanguage(),
      HaskellLanguage(), OcamlLanguage(), SwiftLanguage(), JuliaLanguage(), LeanLanguage(),
      CudaLanguage(), PythonGpuLanguage()};
  return languages;
}

}  // namespace assay
