/** The format's name. */
export const id = "openai-videos"

/** The ends of the names of files by their types. */
export const ends: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpeg"],
  ["image/webp", "webp"]
])
