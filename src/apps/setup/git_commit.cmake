# Writes OUTPUT, a header with the commit of the checkout at SOURCE, when it has changed. Run at each
# build, so that the binary never names an older commit than it was built from.
cmake_minimum_required(VERSION 3.25)
execute_process(
  COMMAND git -c safe.directory=${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
# Sources without their checkout, as a container's context has them: whoever builds them may say it.
if(NOT commit)
  set(commit "$ENV{ASSAY_COMMIT}")
endif()
if(NOT commit)
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
  "// Generated at each build.\n#pragma once\n#define ASSAY_GIT_COMMIT \"@commit@\"\n" @ONLY)
