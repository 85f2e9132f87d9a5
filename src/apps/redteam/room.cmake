set_source_files_properties(${room_dir}/redteam_corpus.cc PROPERTIES
  COMPILE_DEFINITIONS "ASSAY_TAMPER_CORPUS=\"${CMAKE_SOURCE_DIR}/tests/tamper\"")
