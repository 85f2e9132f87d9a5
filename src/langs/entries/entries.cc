#include "langs/entries/entries.h"

namespace assay {

const std::vector<LanguageEntry>& BuiltInLanguages() {
  static const std::vector<LanguageEntry> languages = {
      PythonLanguage(), PytestLanguage(), CppLanguage(), CLanguage(),
      JavaLanguage(),   NodejsLanguage(), BashLanguage()};
  return languages;
}

}  // namespace assay
