import { Buffer } from "node:buffer"

/** Bytes as they are, or text that is sent as UTF-8. */
export type Bytes = Uint8Array | string

/** The bytes of a text (UTF-8); bytes stay what they are. */
export const bytesOf = (bytes: Bytes): Uint8Array => (typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes)

/** The text of bytes (UTF-8, invalid sequences become U+FFFD). */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

/** One run of bytes of many. */
export const joined = (parts: readonly Bytes[]): Uint8Array => Buffer.concat(parts.map(bytesOf))

/** Bytes in pieces of `size` bytes, the last one shorter; without a size one piece; empty bytes are no piece. */
export const pieces = (bytes: Uint8Array, size: number | undefined): readonly Uint8Array[] => {
  if (bytes.length === 0) return []
  if (size === undefined) return [bytes]
  const count = Math.ceil(bytes.length / Math.max(1, size))
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}
