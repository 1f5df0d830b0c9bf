/** The format's name. */
export const id = "ark-videos"
