/** The format's name. */
export const id = "ark-images"

/** The size that means: as large as the image that is edited. */
export const asInput = "adaptive"
