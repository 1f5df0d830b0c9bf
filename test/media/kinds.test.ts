import { describe, expect, it } from "vitest"
import { mayBe, mimeOf } from "../../src/media/kinds.ts"

const any = ["image", "audio", "video", "document"] as const

/** How files begin, by the specifications of their formats. */
const beginnings = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff\xe0"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ["image/bmp", "BM"],
  ["image/tiff", "II*\0"],
  ["image/tiff", "MM\0*"],
  ["image/heic", "\0\0\0\x18ftypheic"],
  ["image/avif", "\0\0\0\x1cftypavif"],
  ["audio/wav", "RIFF\x24\0\0\0WAVEfmt "],
  ["audio/mpeg", "ID3\x04"],
  ["audio/mpeg", "\xff\xfb\x90"],
  ["audio/flac", "fLaC"],
  ["audio/ogg", "OggS"],
  ["video/mp4", "\0\0\0\x18ftypisom"],
  ["video/webm", "\x1aE\xdf\xa3"],
  ["application/pdf", "%PDF-1.7"]
] as const

describe("bytes show what they are", () => {
  it.each(beginnings)("%s", (mime, text) => expect(mimeOf(Buffer.from(text, "latin1"), any)).toBe(mime))

  it("unless they are of another kind than is asked for", () =>
    expect(mimeOf(Buffer.from("fLaC"), ["image"])).toBeUndefined())
})

describe("what a server calls an answer", () => {
  it.each([
    [undefined, "image"],
    ["application/octet-stream", "image"],
    ["binary/octet-stream", "video"],
    ["image/jpg", "image"],
    ["audio/wave", "audio"],
    ["audio/x-wav", "audio"],
    ["application/ogg", "audio"],
    ["Image/PNG; q=1", "image"]
  ] as const)("%s may be a medium of kind %s", (type, kind) => expect(mayBe(type, [kind])).toBe(true))

  it.each([
    ["text/html", "image"],
    ["image/png", "audio"]
  ] as const)("%s is none of kind %s", (type, kind) => expect(mayBe(type, [kind])).toBe(false))
})
