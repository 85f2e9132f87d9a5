# The spawner's program (sandbox/spawner), inside ours.
set(program ${CMAKE_BINARY_DIR}/generated/spawner/assay_spawner)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/spawner/program.S CONTENT
"    .section .rodata
    .global assay_spawner_begin, assay_spawner_end
    .balign 16
assay_spawner_begin:
    .incbin \"${program}\"
assay_spawner_end:
    .byte 0
    .section .note.GNU-stack,\"\",@progbits
")
set_source_files_properties(${CMAKE_BINARY_DIR}/generated/spawner/program.S PROPERTIES
  OBJECT_DEPENDS ${program})
add_dependencies(${room_target} assay_spawner)
target_sources(${room_target} PRIVATE ${CMAKE_BINARY_DIR}/generated/spawner/program.S)
