import { encode } from "fast-png"
import { expect } from "vitest"
import { make } from "../../../src/sandbox.ts"
import type { Sandbox, SandboxOptions } from "../../../src/sandbox.ts"

/** A sandbox with a clock that goes on when it is told to, by milliseconds. */
export const timed = (options: SandboxOptions = {}) => {
  let now = 1_790_000_000_000
  const sandbox: Sandbox = make({ pace: 0, key: "sandbox", now: () => now, ...options })
  const wait = (ms: number): void => {
    now += ms
  }
  return { sandbox, wait }
}

/** When a task runs, and when it has ended, in milliseconds after its submit. */
export const running = 1500
export const ended = 4000

/** A day, after which videos are gone. */
export const day = 24 * 60 * 60 * 1000

/** The boxes of an MP4 by their types, in their order. */
export const boxesOf = (mp4: Uint8Array): readonly (readonly [type: string, content: Uint8Array])[] => {
  const view = new DataView(mp4.buffer, mp4.byteOffset, mp4.length)
  const boxes: [string, Uint8Array][] = []
  for (let at = 0; at < mp4.length; at += Math.max(8, view.getUint32(at))) {
    const end = at + view.getUint32(at)
    boxes.push([Buffer.from(mp4.subarray(at + 4, at + 8)).toString("latin1"), mp4.subarray(at + 8, end)])
  }
  return boxes
}

/** What arrived, as it stands in a whole MP4 that is there to be played. */
export const arrivedIn = (mp4: Uint8Array): unknown => {
  const boxes = boxesOf(mp4)
  expect(boxes.map(([type]) => type)).toEqual(["ftyp", "moov", "free", "mdat", "skip"])
  return JSON.parse(Buffer.from(boxes.at(-1)?.[1] ?? []).toString("utf8"))
}

/** The coded frames of an MP4. */
export const filmIn = (mp4: Uint8Array): Uint8Array => boxesOf(mp4).find(([type]) => type === "mdat")?.[1] ?? mp4

/** The bytes of an answer that is a video. */
export const videoIn = async (response: Response): Promise<Uint8Array> => {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "video/mp4"])
  return new Uint8Array(await response.arrayBuffer())
}

/** A black PNG of a size. */
export const png = (width: number, height: number): Buffer =>
  Buffer.from(encode({ width, height, data: new Uint8Array(width * height * 3), channels: 3 }))

/** A JSON body posted, or a GET or a DELETE where there is none. */
export const call = (
  { fetch }: Sandbox,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown
): Promise<Response> => {
  const text = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body)
  const url = new URL(path, "http://sandbox.test")
  return fetch(new Request(url, { method, headers: { "content-type": "application/json", ...headers }, body: text }))
}
