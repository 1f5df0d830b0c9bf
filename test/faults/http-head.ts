import { Buffer } from "node:buffer"

/** One header line as it was sent: the name in its own spelling, the value without the white space around it. */
export type Header = readonly [name: string, value: string]

/** The first line and the header lines of a request or a response, in order, duplicates kept. */
export interface Head {
  readonly line: string
  readonly headers: readonly Header[]
  /** Bytes of the head, its blank line included. */
  readonly size: number
}

const blankLine = "\r\n\r\n"

/** The head at the start of these bytes, or undefined while its blank line has not come. Bytes are read as latin-1. */
export const readHead = (bytes: Uint8Array): Head | undefined => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.indexOf(blankLine)
  if (end < 0) return undefined
  const [line = "", ...rest] = buffer.toString("latin1", 0, end).split("\r\n")
  return { line, headers: rest.map(readHeader), size: end + blankLine.length }
}

const readHeader = (line: string): Header => {
  const colon = line.indexOf(":")
  return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).trim()]
}

/** All values of a header in the order they were sent; names are compared without case. */
export const valuesOf = (headers: readonly Header[], name: string): readonly string[] =>
  headers.filter(([sent]) => sent.toLowerCase() === name.toLowerCase()).map(([, value]) => value)

/** A head as bytes on the wire would have it: nothing is added, nothing is checked. */
export const printHead = (line: string, headers: readonly Header[]): string =>
  [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\r\n") + blankLine
