import { decode } from "fast-png"
import { expect } from "vitest"
import { make } from "../../../src/sandbox.ts"
import type { Sandbox, SandboxOptions } from "../../../src/sandbox.ts"

/** A sandbox at a fixed time. */
export const sandbox = (options: SandboxOptions = {}): Sandbox =>
  make({ pace: 0, key: "sandbox", now: () => 1_790_000_000_000, ...options })

/** What an independent decoder sees in a PNG: its size, its one colour, and the text in it. */
export const seen = (png: Uint8Array) => {
  const { width, height, palette, data, text } = decode(png, { checkCrc: true })
  expect(palette).toHaveLength(1)
  expect(data.every((byte) => byte === 0)).toBe(true)
  const arrived: unknown = JSON.parse(text["Comment"] ?? "null")
  return { width, height, colour: palette?.[0], arrived }
}

/** The same, of base64. */
export const seenIn = (base64: unknown) => seen(Buffer.from(typeof base64 === "string" ? base64 : "", "base64"))

/** The same, of what a link of a sandbox names. */
export const seenAt = async ({ fetch }: Sandbox, url: unknown) => {
  const response = await fetch(new Request(typeof url === "string" ? url : ""))
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"])
  return seen(new Uint8Array(await response.arrayBuffer()))
}

/** A PNG of 4 by 3 pixels as base64, made by the decoder's own encoder. */
export const dot = "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAADklEQVR4XmP4z4BAuDkA9TEL9YUf2+QAAAAASUVORK5CYII="

/** The same as a data URL. */
export const dotUrl = `data:image/png;base64,${dot}`
