assay_embed(${room_target} ${room_dir} multilang_embedded.h go_assert.txt lodash_equal.js)
