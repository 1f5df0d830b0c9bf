/** An image of one colour. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly colour: readonly [red: number, green: number, blue: number]
  /** What stands in it as a text: Latin-1. */
  readonly text: string
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}

const uint32 = (value: number): Uint8Array => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const body = joined([latin1(type), data])
  return joined([uint32(data.length), body, uint32(crcOf(body))])
}

const deflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** The keyword of the text in an image. */
const keyword = "Comment"

/** An image as a PNG: one bit a pixel, all of them the first of a palette of one colour. */
export const pngOf = async ({ width, height, colour, text }: Picture): Promise<Uint8Array<ArrayBuffer>> => {
  const rows = new Uint8Array((1 + Math.ceil(width / 8)) * height)
  return joined([
    latin1("\x89PNG\r\n\x1a\n"),
    chunk("IHDR", joined([uint32(width), uint32(height), Uint8Array.of(1, 3, 0, 0, 0)])),
    chunk("PLTE", Uint8Array.from(colour)),
    chunk("tEXt", latin1(`${keyword}\0${text}`)),
    chunk("IDAT", await deflated(rows)),
    chunk("IEND", new Uint8Array(0))
  ])
}
