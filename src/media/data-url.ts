/** The bytes in a `data:` URL in base64; undefined where it is none, `"large"` where there are more than `most`. */
export const dataIn = (url: string, most: number): Uint8Array | "large" | undefined => {
  const comma = url.indexOf(",")
  if (comma < 0 || !/^data:[^,]*;base64$/i.test(url.slice(0, comma))) return undefined
  const text = url.slice(comma + 1)
  if (text.length > Math.ceil(most / 3) * 4) return "large"
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(text.replace(/=+$/, "")), (char) => char.charCodeAt(0))
  return bytes.length > most ? "large" : bytes
}

/** Whether a URL holds its data itself. */
export const isData = (url: string): boolean => /^data:/i.test(url)
