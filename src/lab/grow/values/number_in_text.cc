#include "lab/grow/values/number_in_text.h"

#include <algorithm>

namespace assay::grow {

std::vector<NumberPlace> NumbersIn(std::string_view text) {
  std::vector<NumberPlace> places;
  constexpr std::string_view kDigits = "0123456789";
  for (size_t at = text.find_first_of(kDigits); at != text.npos;) {
    const size_t end = std::min(text.find_first_not_of(kDigits, at), text.size());
    places.push_back({at, end - at});
    at = text.find_first_of(kDigits, end);
  }
  return places;
}

std::string WithNumber(std::string_view text, NumberPlace place, std::string number) {
  const bool padded = place.size > 1 && text[place.begin] == '0';
  if (padded && number.size() < place.size) number.insert(0, place.size - number.size(), '0');
  return std::string(text.substr(0, place.begin)) + number +
         std::string(text.substr(place.begin + place.size));
}

}  // namespace assay::grow
