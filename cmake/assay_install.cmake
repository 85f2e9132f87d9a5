# What `make install` puts under its prefix: the program, stripped; the libraries with their headers,
# and the pkg-config file of the math one; the manual page and completions, which the program writes itself.
install(TARGETS assay RUNTIME DESTINATION bin)
install(TARGETS assay_math_shared assay_rl_shared LIBRARY DESTINATION lib)
install(FILES ${CMAKE_SOURCE_DIR}/src/math/abi/assay_math.h ${CMAKE_SOURCE_DIR}/src/lab/rl/abi/assay_rl.h DESTINATION include)
configure_file(${CMAKE_SOURCE_DIR}/cmake/assay_math.pc.in ${CMAKE_BINARY_DIR}/assay_math.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/assay_math.pc DESTINATION lib/pkgconfig)
install(CODE [[
  # written PATH ARGUMENTS…: what the program prints, as a file below the prefix.
  function(written path)
    set(file "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${path}")
    get_filename_component(folder "${file}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/assay" ${ARGN}
      OUTPUT_FILE "${file}" COMMAND_ERROR_IS_FATAL ANY)
    message(STATUS "Installing: ${file}")
  endfunction()
  written(share/man/man1/assay.1 man)
  written(share/bash-completion/completions/assay completion bash)
  written(share/zsh/site-functions/_assay completion zsh)
  written(share/fish/vendor_completions.d/assay.fish completion fish)
]])
