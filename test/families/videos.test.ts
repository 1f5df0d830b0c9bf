import { describe, expect, it } from "vitest"
import { arkVideos } from "../../src/formats/ark.ts"
import { openaiVideos } from "../../src/formats/openai-media.ts"
import { veo } from "../../src/formats/veo.ts"
import {
  Invalid,
  normaliseVideo,
  type NormalisedVideo,
  Seedance,
  Sora,
  Veo,
  type VideoRules
} from "../../src/videos.ts"
import { type JsonPointer, pointerTokens } from "../../src/core/json/pointer.ts"
import { pathSegments } from "../../src/families/models/unstreamed.ts"
import type { VideoFormat, VideoRequest } from "../../src/core/video.ts"
import type { Choices } from "../laws/choices.ts"
import { law, samples } from "../laws/law.ts"
import { jsonObject, jsonText } from "../laws/made/json.ts"
import { purely } from "../laws/purely.ts"
import { data, links, raw } from "../rows/images/row.ts"

it.each([
  ["operations/ab-1", "operations/ab-1"],
  ["models/a b/../operations/1?x=y", "models/a%20b/operations/1%3Fx%3Dy"],
  ["./a", "a"]
])("a name that a vendor gave leads nowhere else: %s", (name, path) => expect(pathSegments(name)).toBe(path))

/** Values that clients send of each member, right and wrong ones. */
const sent: Readonly<Record<string, readonly [unknown, ...unknown[]]>> = {
  prompt: ["Waves", ""],
  image: [raw, data, links(1)[0], "a picture"],
  input_reference: [raw, { image_url: data }, { file_id: "file-1" }],
  lastFrame: [raw, data],
  durationSeconds: [4, 8, 6, 2, 12, 5, "6", 1.5],
  seconds: ["4", "12", 8, "5"],
  aspectRatio: ["16:9", "9:16", "1:1", "adaptive"],
  resolution: ["1080p", "720p", "480p"],
  size: ["720x1280", "1792x1024", "1920x1080", "1x1"],
  generateAudio: [true, false, 0],
  sampleCount: [1, 4, "2", 5],
  personGeneration: ["allow_all", "dont_allow", "some"],
  addWatermark: [true, false],
  seed: [0, 4_294_967_295, 4_294_967_296, -1]
}

/** A body, now and then with anything in it, as JSON text. */
const bodyFor =
  ({ catalogue }: VideoRules) =>
  (choices: Choices): string => {
    if (choices.chance(5)) return jsonText(choices)
    const model = choices.pick(["unlisted", ...catalogue.keys()])
    const strange = choices.chance(10) ? jsonObject(choices).slice(1, -1).trim() : ""
    const members = Object.entries(sent).flatMap(([key, values]) => {
      const named = `${JSON.stringify(key)}:`
      if (!choices.chance(key === "prompt" ? 95 : 40)) return []
      return [named + (choices.chance(3) ? jsonText(choices) : JSON.stringify(pickMostly(choices, values)))]
    })
    return `{${[`"model":${JSON.stringify(model)}`, ...members, ...(strange === "" ? [] : [strange])].join(",")}}`
  }

/** One of some values, the first more often than not. */
const pickMostly = <A>(choices: Choices, values: readonly [A, ...A[]]): A =>
  choices.chance(40) ? choices.pick(values) : values[0]

const has = (body: unknown, at: JsonPointer): boolean => {
  let here = body
  for (const token of pointerTokens(at)) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, token)) return false
    here = Reflect.get(here, token)
  }
  return true
}

/** Every pointer of an answer, of its request and its notes or of what is wrong. */
const pointersOf = (asked: NormalisedVideo): readonly JsonPointer[] => {
  if (!asked.ok)
    return (asked.error instanceof Invalid ? asked.error.issues : asked.error.notes).map(({ path }) => path)
  const { value, notes } = asked.value
  const frames = [value.image, value.lastFrame].flatMap((source) => source?.at ?? [])
  return [...notes.map(({ path }) => path), ...(value.places?.values() ?? []), ...frames]
}

type Allowed = { readonly [F in keyof VideoRequest]?: readonly unknown[] }

interface Subject {
  readonly name: string
  readonly rules: VideoRules
  readonly format: VideoFormat
  /** Every value that the family's table allows, beside what is free. */
  readonly allowed: Allowed
}

/** Whether a size in pixels has a ratio, or a resolution. */
const isOf = (size: string, said: string): boolean => {
  const [width = 0, height = 0] = size.split("x").map(Number)
  const [across = 0, down = 0] = said.split(":").map(Number)
  return said.endsWith("p") ? said === `${Math.min(width, height)}p` : width * down === height * across
}

const none = [undefined]
const flags = [true, false]
const people = [undefined, "allow_all", "allow_adult", "dont_allow"]
const ratios = ["16:9", "9:16"]

const subjects: readonly Subject[] = [
  {
    name: "family V on the Gemini API",
    rules: Veo.geminiApi,
    format: veo,
    allowed: {
      seconds: [4, 6, 8],
      ratio: ratios,
      resolution: ["720p", "1080p"],
      people,
      audio: none,
      count: none,
      watermark: none,
      seed: none,
      size: none
    }
  },
  {
    name: "family V on Vertex AI",
    rules: Veo.vertex,
    format: veo,
    allowed: {
      seconds: [4, 6, 8],
      ratio: ratios,
      resolution: ["720p", "1080p"],
      people,
      audio: flags,
      count: [1, 2, 3, 4],
      watermark: [undefined, ...flags],
      size: none
    }
  },
  {
    name: "family R",
    rules: Sora,
    format: openaiVideos,
    allowed: {
      seconds: [4, 8, 12],
      size: [
        { width: 720, height: 1280 },
        { width: 1280, height: 720 },
        { width: 1024, height: 1792 },
        { width: 1792, height: 1024 }
      ],
      ratio: none,
      resolution: none,
      people: none,
      audio: none,
      count: none,
      watermark: none,
      seed: none,
      lastFrame: none
    }
  },
  {
    name: "Seedance",
    rules: Seedance,
    format: arkVideos,
    allowed: {
      seconds: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      ratio: [...ratios, "1:1", "4:3", "3:4", "21:9", "adaptive"],
      resolution: ["480p", "720p", "1080p"],
      audio: [undefined, ...flags],
      watermark: [undefined, ...flags],
      people: none,
      count: none,
      size: none
    }
  }
]

describe.each(subjects)("$name", ({ rules, format, allowed }) => {
  const body = bodyFor(rules)

  it("has requests and refusals among what is made", () => {
    const read = samples(body, 200, 7).filter((text) => normaliseVideo(rules, text).ok)
    expect(read.length).toBeGreaterThan(10)
    expect(read.length).toBeLessThan(190)
  })

  law("any body is a request or why it is none, and every place that is named is there", body, (text) => {
    const asked = purely(() => normaliseVideo(rules, text))
    expect(pointersOf(asked).filter((at) => !has(JSON.parse(text), at))).toEqual([])
  })

  law("a request holds allowed values alone, each of which the vendor's format has a place for", body, (text) => {
    const asked = normaliseVideo(rules, text)
    if (!asked.ok) return
    const request = asked.value.value
    for (const [field, values] of Object.entries(allowed)) expect(values).toContainEqual(Reflect.get(request, field))
    const { seed = 0, prompt } = request
    expect([prompt.trim() !== "", Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32]).toEqual([true, true])
    expect(format.encodeRequest(request, new Map())).toMatchObject({ ok: true, value: { notes: [] } })
  })

  law("what a client sets and a request holds is what was set", body, (text) => {
    const asked = normaliseVideo(rules, text)
    if (!asked.ok) return
    const { value, notes } = asked.value
    const noted = new Set(notes.map(({ path }) => path))
    for (const [field, at] of value.places ?? []) {
      const held: unknown = Reflect.get(value, field)
      const said: unknown = JSON.parse(text)[pointerTokens(at)[0] ?? ""]
      if (field === "image" || field === "lastFrame" || (field === "audio" && noted.has(at))) continue
      if (at === "/size" && field !== "size") expect(String(said)).toSatisfy((size: string) => isOf(size, String(held)))
      else if (field === "size") expect(value.size && `${value.size.width}x${value.size.height}`).toBe(said)
      else expect(held).toBe(typeof held === "number" ? Number(said) : said)
    }
  })
})
