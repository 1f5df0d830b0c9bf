import { Buffer } from "node:buffer"
import { joined } from "./bytes.ts"
import { valuesOf } from "./http-head.ts"
import type { Header } from "./http-head.ts"

/** How a body says where it ends (RFC 9112, section 6). */
export type BodyEnd =
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly length: number }
  | { readonly kind: "chunked" }
  | { readonly kind: "eof" }

/** Reads one body. `push` gives the bytes that belong to the next message once the body is whole, else undefined. */
export interface BodyReader {
  readonly push: (bytes: Uint8Array) => Uint8Array | undefined
  /** What came so far, without the marks of chunks. */
  readonly body: () => Uint8Array
  /** What is not HTTP about it, when something is not. */
  readonly problem: () => string | undefined
}

const announced = (headers: readonly Header[]): BodyEnd | undefined => {
  if (valuesOf(headers, "transfer-encoding").some((value) => /\bchunked\b/i.test(value))) return { kind: "chunked" }
  const [length] = valuesOf(headers, "content-length")
  return length === undefined ? undefined : { kind: "length", length: Number(length) }
}

/** How a request's body ends: chunks win over a length, and without either there is none. */
export const requestBodyEnd = (headers: readonly Header[]): BodyEnd => announced(headers) ?? { kind: "none" }

/** How a response's body ends; `toHead` says that the request's method was HEAD. */
export const responseBodyEnd = (status: number, headers: readonly Header[], toHead: boolean): BodyEnd =>
  toHead || status < 200 || status === 204 || status === 304
    ? { kind: "none" }
    : (announced(headers) ?? { kind: "eof" })

/** A reader for a body that ends so. */
export const bodyReader = (end: BodyEnd): BodyReader => {
  switch (end.kind) {
    case "none":
      return counted(0)
    case "length":
      return counted(end.length)
    case "eof":
      return counted(Number.POSITIVE_INFINITY)
    case "chunked":
      return chunked()
  }
}

const counted = (length: number): BodyReader => {
  const parts: Uint8Array[] = []
  let left = length
  return {
    push: (bytes) => {
      const mine = bytes.subarray(0, Math.min(left, bytes.length))
      parts.push(mine)
      left -= mine.length
      return left === 0 ? bytes.subarray(mine.length) : undefined
    },
    body: () => joined(parts),
    problem: () => (Number.isNaN(length) ? "the content-length is not a number" : undefined)
  }
}

type ChunkState =
  | { readonly at: "size" | "mark" | "trailer" | "broken" }
  | { readonly at: "data"; readonly left: number }

const chunked = (): BodyReader => {
  const parts: Uint8Array[] = []
  let pending: Buffer = Buffer.alloc(0)
  let state: ChunkState = { at: "size" }

  const line = (): string | undefined => {
    const end = pending.indexOf("\r\n")
    if (end < 0) return undefined
    const text = pending.toString("latin1", 0, end)
    pending = pending.subarray(end + 2)
    return text
  }

  const data = (left: number): ChunkState => {
    const mine = pending.subarray(0, left)
    parts.push(mine)
    pending = pending.subarray(mine.length)
    return left === mine.length ? { at: "mark" } : { at: "data", left: left - mine.length }
  }

  const sized = (text: string): ChunkState => {
    const size = /^[0-9a-f]+/i.exec(text)?.[0]
    if (size === undefined) return { at: "broken" }
    const left = Number.parseInt(size, 16)
    return left === 0 ? { at: "trailer" } : { at: "data", left }
  }

  const push = (bytes: Uint8Array): Uint8Array | undefined => {
    pending = Buffer.concat([pending, bytes])
    while (pending.length > 0 && state.at !== "broken") {
      if (state.at === "data") {
        state = data(state.left)
        continue
      }
      const text = line()
      if (text === undefined) return undefined
      if (state.at === "trailer" && text === "") return pending
      if (state.at === "size") state = sized(text)
      else if (state.at === "mark") state = text === "" ? { at: "size" } : { at: "broken" }
    }
    return undefined
  }

  return {
    push,
    body: () => joined(parts),
    problem: () => (state.at === "broken" ? "the chunks are not HTTP" : undefined)
  }
}
