// Languages that few submissions are written in, and those that no package of Debian 12 brings:
// they are there when their programs are on PATH. Pure, as langs/entries/entries.h.
#pragma once

#include "langs/entry/entry.h"

namespace assay {

LanguageEntry CsharpLanguage();
LanguageEntry VerilogLanguage();
LanguageEntry SqlLanguage();
LanguageEntry AdaLanguage();
LanguageEntry ElixirLanguage();
LanguageEntry HaskellLanguage();
LanguageEntry OcamlLanguage();
LanguageEntry SwiftLanguage();
LanguageEntry JuliaLanguage();
LanguageEntry LeanLanguage();
LanguageEntry CudaLanguage();
LanguageEntry PythonGpuLanguage();

}  // namespace assay
