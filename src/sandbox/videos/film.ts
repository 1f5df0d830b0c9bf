import { digest } from "../digest.ts"
import { bytesIn } from "../images/base64.ts"
import { arrivedText } from "../images/picture.ts"
import type { JsonObject } from "../json.ts"
import { clips } from "./clips.ts"

/** A video, and when it can be downloaded. */
export interface Film {
  /** Which of the three clips. */
  readonly clip: number
  /** What stands in it: what arrived, as ASCII. */
  readonly text: string
  /** Whether a download ends half way. */
  readonly cut: boolean
  /** Unix milliseconds: from when on it is there, and from when on it is gone. */
  readonly from: number
  readonly until: number
}

/** How long a finished video is kept, in milliseconds. */
export const lifetime = 24 * 60 * 60 * 1000

/** The videos of a prompt: the first one's clip is the prompt's, the others follow; what arrived stands in each. */
export const filmsOf = (
  prompt: string,
  count: number,
  { arrived, from, cut }: { readonly arrived: JsonObject; readonly from: number; readonly cut: boolean }
): readonly Film[] => {
  const first = digest(prompt, 1).charCodeAt(0)
  const text = arrivedText(arrived)
  return Array.from({ length: count }, (_, index) => ({
    clip: (first + index) % clips.length,
    text,
    cut,
    from,
    until: from + lifetime
  }))
}

/** A box of MP4 that players skip: its length in four bytes, its type, its text. */
const skipped = (text: string): Uint8Array => {
  const box = new TextEncoder().encode(`1234skip${text}`)
  new DataView(box.buffer).setUint32(0, box.length)
  return box
}

/** A video as an MP4; half of it where it is cut. */
export const mp4Of = ({ clip, text, cut }: Film): Uint8Array<ArrayBuffer> => {
  const film = bytesIn(clips[clip] ?? clips[0]) ?? new Uint8Array()
  const note = skipped(text)
  const whole = new Uint8Array(film.length + note.length)
  whole.set(film)
  whole.set(note, film.length)
  return cut ? whole.slice(0, film.length / 2) : whole
}

/** A video as an answer. */
export const sendFilm = (film: Film): Response =>
  new Response(mp4Of(film), { headers: { "content-type": "video/mp4" } })
