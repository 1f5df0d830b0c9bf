/** UTF-8 text as base64url without padding. Lone surrogates become U+FFFD. */
export const encodeBase64Url = (text: string): string => {
  let binary = ""
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

/** The text of a base64url string; undefined where it is not base64url of UTF-8. */
export const decodeBase64Url = (encoded: string): string | undefined => {
  if (!/^[A-Za-z0-9_-]*$/.test(encoded)) return undefined
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"))
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}
