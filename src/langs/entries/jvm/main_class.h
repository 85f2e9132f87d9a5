// Which class of a Kotlin or Scala source has the main method. A small tokenizer skips comments and
// strings; no more of the languages is understood than packages, braces and a few words. Pure,
// thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// "MainKt" for a top-level main of the file main.kt, unless the file names its class; else the type
// in which a @JvmStatic main is. With its package.
std::string KotlinMainClass(std::string_view code);
// The first object with a main method or that extends App; else the first object; else "Main". With
// its package.
std::string ScalaMainClass(std::string_view code);

}  // namespace assay
