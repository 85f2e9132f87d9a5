assay_embed(${room_target} ${room_dir} api_math_embedded.h math_judge_prompt.txt)
