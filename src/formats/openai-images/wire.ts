/** The format's name. */
export const id = "openai-images"
