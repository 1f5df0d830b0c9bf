/** How many bytes become characters at once: no more arguments than every engine takes. */
const piece = 8192

/** Bytes as base64. */
export const base64Of = (bytes: Uint8Array): string => {
  let binary = ""
  for (let at = 0; at < bytes.length; at += piece) binary += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(binary)
}

/** The bytes of base64 that is known to be some. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
