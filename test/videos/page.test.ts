import { Validator } from "@seriousme/openapi-schema-validator"
import { afterAll, describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { normaliseVideo, Seedance, Sora, Veo } from "../../src/videos.ts"

const configuration = fromEnvironment({}, "made")
if (!configuration.ok) throw new Error("The sandbox needs no configuration.")
const gateway = await composeGateway(configuration.value)
afterAll(() => gateway.dispose())

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>
  readonly security: readonly Readonly<Record<string, unknown>>[]
}

interface Property {
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

interface Page {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly required: readonly string[]; readonly properties: Readonly<Record<string, Property>> }>
    >
  }
}

const answer = await gateway.fetch(
  new Request("http://gateway/openapi.json", { headers: { authorization: "Bearer sandbox" } })
)
const page = (await answer.json()) as Page

describe("the OpenAPI page of everything that the command serves", () => {
  it("is valid", async () => {
    expect(await new Validator().validate({ ...page })).toEqual({ valid: true })
  })

  it.each([
    ["post /v1/video/generations", ["bearer"], ["application/json"], [], ["application/json"]],
    ["get /v1/video/generations/{task_id}", ["bearer", "login"], [], ["path task_id"], ["application/json"]],
    ["get /v1/video/generations/download", ["bearer", "login"], [], ["query id"], ["application/json"]],
    ["post /v1/videos", ["bearer"], ["application/json", "multipart/form-data"], [], ["application/json"]],
    ["get /v1/videos/{id}", ["bearer", "login"], [], ["path id"], ["application/json"]],
    [
      "get /v1/videos/{id}/content",
      ["bearer", "login"],
      [],
      ["path id", "query variant", "query index"],
      ["video/mp4"]
    ],
    ["get /v1/media/{ref}", [], [], ["path ref", "query expires", "query signature"], ["video/mp4"]]
  ])("tells of %s", (route, keys, bodies, parameters, answers) => {
    const [method = "", path = ""] = route.split(" ")
    const operation = page.paths[path]?.[method]
    expect(operation?.security.flatMap((it) => Object.keys(it))).toEqual(keys)
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(bodies)
    expect((operation?.parameters ?? []).map((it) => `${it.in} ${it.name}`)).toEqual(parameters)
    expect(Object.keys(operation?.responses["200"]?.content ?? {})).toEqual(answers)
  })

  it.each(["video-generations", "videos"])("has the defaults and ranges of videos: %s", (id) => {
    const { required, properties } = page.components.schemas[id] ?? { required: [], properties: {} }
    expect(required).toEqual(["model", "prompt"])
    const defaults = Object.entries(properties).flatMap(([name, it]) =>
      it.default === undefined ? [] : [[name, it.default]]
    )
    expect(Object.fromEntries(defaults)).toEqual({
      durationSeconds: 4,
      seconds: 4,
      aspectRatio: "16:9",
      resolution: "1080p",
      generateAudio: false,
      sampleCount: 1
    })
    const ranges = Object.entries(properties).flatMap(([name, { minimum, maximum }]) =>
      minimum === undefined ? [] : [[name, minimum, maximum]]
    )
    expect(ranges).toEqual([
      ["durationSeconds", 2, 12],
      ["seconds", 2, 12],
      ["sampleCount", 1, 4],
      ["seed", 0, 4294967295]
    ])
  })
})

/** Models of each family, with the body that each takes as it stands. */
const takers = [
  [Veo.vertex, { model: "veo-3.1-generate-preview", prompt: "waves" }],
  [Sora, { model: "sora-2-pro", prompt: "waves" }],
  [Seedance, { model: "doubao-seedance-1-0-pro", prompt: "waves" }],
  [Seedance, { model: "doubao-seedance-1-5-pro-251215", prompt: "waves" }]
] as const

/** How many of them take a value of a member. */
const takenBy = (name: string, value: unknown): number =>
  takers.filter(([family, body]) => {
    const read = normaliseVideo(family, { ...body, [name]: value })
    return read.ok && read.value.notes.every(({ path, kind }) => path !== `/${name}` || kind === "approximated")
  }).length

describe("what the page allows", () => {
  const properties = page.components.schemas["videos"]?.properties ?? {}
  const listed = Object.entries(properties).flatMap(([name, it]) =>
    (it.enum ?? []).map((value) => [name, value] as const)
  )
  const ends = Object.entries(properties).flatMap(([name, it]) =>
    [it.minimum, it.maximum].flatMap((value) => (value === undefined ? [] : [[name, value] as const]))
  )

  it("is something", () => expect([listed.length, ends.length]).toEqual([13, 8]))

  it.each([...listed, ...ends])("is taken by a model: %s %s", (name, value) => {
    expect(takenBy(name, value)).toBeGreaterThan(0)
  })

  it.each([
    ["durationSeconds", 1],
    ["durationSeconds", 13],
    ["seconds", "5.5"],
    ["aspectRatio", "2:1"],
    ["resolution", "2160p"],
    ["sampleCount", 0],
    ["sampleCount", 5],
    ["seed", -1],
    ["seed", 4294967296],
    ["generateAudio", "yes"],
    ["personGeneration", "everybody"],
    ["prompt", ""]
  ])("and what it does not is taken by none: %s %s", (name, value) => {
    expect(takenBy(name, value)).toBe(0)
  })
})
