// Addresses (URLs) of problems in one form, so that the same page is recognised.
// AceReason-Nemotron, A.4: "strict problem statement and source URL matching". Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay::curate {

// "https://www.Example.org/a/b/?utm_source=x#top" -> "example.org/a/b": without the scheme, "www.",
// port 80 or 443, fragment, parameters that only say where a reader came from (utm_…, ref, src,
// lang, locale), and slashes at the end; the host in lower case. The two addresses of a problem at
// Codeforces are one: contest/1/problem/A. Empty: there is none.
std::string NormalAddress(std::string_view url);

}  // namespace assay::curate
