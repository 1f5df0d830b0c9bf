/** The format's name. */
export const id = "dashscope-images"
