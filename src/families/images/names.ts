/** The parameters of the endpoint that OpenAI's API does not have, and refuses: each is another family's. */
export const notOpenAis: ReadonlySet<string> = new Set(
  [
    "aspect_ratio image_size max_output_tokens mime_type person_generation response_modalities sample_count temperature top_p",
    "guidance_scale optimize_prompt_options seed sequential_image_generation sequential_image_generation_options watermark",
    "input messages negative_prompt parameters prompt_extend"
  ].flatMap((names) => names.split(" "))
)
