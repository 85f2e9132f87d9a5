// Recorded math data for tests: rows of gzipped JSON lines below $ASSAY_DATA/math.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace assay::math {

// The rows of `<name>.dev.jsonl.gz`; empty when the data is not there, and the test skips.
std::vector<boost::json::object> ReadRows(std::string_view name);

// The field as text; numbers are printed, anything else is empty.
std::string Text(const boost::json::object& row, std::string_view field);

}  // namespace assay::math
