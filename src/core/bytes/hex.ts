/** Bytes in hexadecimal digits. */
export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** So many random bytes, in hexadecimal digits. */
export const randomHex = (size: number): string => encodeHex(crypto.getRandomValues(new Uint8Array(size)))
