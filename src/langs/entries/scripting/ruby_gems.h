// Ruby without its gems: reading RubyGems is three quarters of what a short program's start costs.
// Left out only where a program cannot notice: what it says of an error (did_you_mean,
// error_highlight) is read all the same. Internal to this room. Thread-safe.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

// Whether the program may ask for a gem, for what RubyGems defines or has read, or for names that
// only it knows. Nothing of Ruby is understood but words, wherever they stand: a comment that
// mentions a gem makes a start slower, and nothing else.
bool MayNoticeGems(std::string_view code);

// What a start without gems is told.
std::vector<std::string> WithoutGems();

// What decides what is found out, besides the gems: this file of Ruby's, and our questions.
std::string KeyOfGems(const std::string& ruby);
// Finds out whether this Ruby, of whatever version and with whatever gems installed, is the same in
// both starts: constants, methods, paths, messages, and the files of the libraries that a program
// may require and still be started without. It is an error when it isn't. Half a second; what was
// found is kept in the folder.
Status FindOutAboutGems(const std::string& ruby, const std::string& folder,
                        const std::stop_token& stop);
// Whether that was found out before and holds: a gem installed since may be one of those libraries.
bool KnownAlike(const std::string& folder);

}  // namespace assay
