/** The format's name. */
export const id = "veo"
