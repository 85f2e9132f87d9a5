# assay_protobuf(target directory file.proto…): the messages of these files as C++ by protoc, for the
# target and whoever links it: #include "file.pb.h". A library of its own, since what protoc writes
# is compiled without our warnings.
function(assay_protobuf target directory)
  set(out ${CMAKE_BINARY_DIR}/generated/${target}_messages)
  file(MAKE_DIRECTORY ${out})
  set(sources)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME_WE)
    add_custom_command(OUTPUT ${out}/${name}.pb.cc ${out}/${name}.pb.h
      COMMAND protobuf::protoc --cpp_out=${out} -I ${directory} ${directory}/${file}
      DEPENDS ${directory}/${file} VERBATIM)
    list(APPEND sources ${out}/${name}.pb.cc ${out}/${name}.pb.h)
  endforeach()
  add_library(${target}_messages STATIC ${sources})
  target_include_directories(${target}_messages SYSTEM PUBLIC ${out})
  target_link_libraries(${target}_messages PUBLIC protobuf::libprotobuf)
  if(ASSAY_SANITIZE)
    target_compile_options(${target}_messages PRIVATE -fsanitize=${ASSAY_SANITIZE})
  endif()
  target_link_libraries(${target} PUBLIC ${target}_messages)
endfunction()
