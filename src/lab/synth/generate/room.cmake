assay_embed(${room_target} ${room_dir} synth_prompts_embedded.h prompts/testlib.txt
  prompts/scalebox.txt prompts/icpc.txt prompts/again.txt)
