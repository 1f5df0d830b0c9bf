import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { filmsOf, mp4Of } from "../../../src/sandbox/videos/film.ts"

/** What an independent program reads in an MP4, each frame decoded. */
const probed = (mp4: Uint8Array): unknown => {
  const entries = "format=format_name,duration:stream=codec_name,pix_fmt,width,height,nb_read_frames"
  const args = ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "json", "-i", "-"]
  const { stdout, stderr } = spawnSync("ffprobe", args, { input: mp4, timeout: 180_000 })
  expect(stderr.toString()).toBe("")
  return JSON.parse(stdout.toString())
}

/** The colour of a clip's first frame, as a decoder gives it. */
const colourOf = (mp4: Uint8Array): readonly number[] => {
  const args = [
    "-v",
    "error",
    "-i",
    "-",
    "-frames:v",
    "1",
    "-vf",
    "scale=1:1",
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-"
  ]
  return [...spawnSync("ffmpeg", args, { input: mp4, timeout: 180_000 }).stdout]
}

const films = filmsOf("A red fox runs", 3, { arrived: { prompt: "A red fox runs 🦊" }, from: 0, cut: false })

describe("the sandbox's videos", () => {
  it.each([0, 1, 2])("are a second of H.264 in MP4: clip %i", (index) => {
    expect(
      probed(mp4Of({ clip: index, text: '{"prompt":"A red fox runs"}', cut: false, from: 0, until: 1 }))
    ).toMatchObject({
      streams: [{ codec_name: "h264", pix_fmt: "yuv420p", width: 64, height: 36, nb_read_frames: "5" }],
      format: { format_name: expect.stringContaining("mp4"), duration: "1.000000" }
    })
  })

  it("are red, green and blue", () => {
    const strongest = films.map((film) => {
      const colour = colourOf(mp4Of(film))
      expect(colour).toHaveLength(3)
      return colour.indexOf(Math.max(...colour))
    })
    expect(new Set(strongest)).toEqual(new Set([0, 1, 2]))
  })
})
