// Programs that class archives are made from (langs/entries/jvm/class_archive.h): each uses what
// solutions of its language usually do, so that the classes behind it are found. They read nothing
// and end well. Constants.
#pragma once

namespace assay {

extern const char kJavaTrial[];    // class Main
extern const char kJunitTrial[];   // class MainTest
extern const char kKotlinTrial[];  // fun main
extern const char kKotlinScriptTrial[];
extern const char kScalaTrial[];  // object Main
extern const char kClojureTrial[];

}  // namespace assay
