/** The format's name. */
export const id = "openai-images"

/** The names of the types that the vendor makes and takes, here and as ends of file names. */
export const types: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpeg"],
  ["image/webp", "webp"]
])
