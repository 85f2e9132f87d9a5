assay_embed(${room_target} ${room_dir} llm_judge_embedded.h grade_prompt.txt)
