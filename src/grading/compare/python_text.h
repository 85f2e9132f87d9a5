// Python's ideas of white space and lines, on bytes that are meant as UTF-8: the peers' comparisons
// are written in Python. Bytes that aren't UTF-8 are ordinary. Internal to grading. Pure, linear.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace assay {

// str.strip(): ASCII white space, the separators 0x1c-0x1f and the Unicode spaces.
std::string_view PythonStrip(std::string_view text);

// str.split(): the words between white space; at most so many of them.
std::vector<std::string_view> PythonSplit(std::string_view text, size_t most);

// str.splitlines(): what ends a line is \n, \r, \r\n, \v, \f, 0x1c-0x1e, U+0085, U+2028, U+2029.
void ForEachPythonLine(std::string_view text,
                       const std::function<void(std::string_view line)>& visit);

}  // namespace assay
