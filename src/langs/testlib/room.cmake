assay_embed(${room_target} ${room_dir} testlib_embedded.h
  1_text.h 2_pattern.h 3_random.h 4_stream.h 5_verdict.h 6_read.h 7_roles.h 8_options.h)
