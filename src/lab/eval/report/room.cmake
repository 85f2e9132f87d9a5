# Where the test finds the report that somebody has looked at.
set_source_files_properties(${room_dir}/report_test.cc PROPERTIES
  COMPILE_DEFINITIONS "ASSAY_EVAL_GOLDEN=\"${room_dir}/golden\"")
