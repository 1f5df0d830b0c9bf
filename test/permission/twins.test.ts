import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { passing, translated } from "./doors.ts"
import { foldName, readAsGo } from "./go-reader.ts"
import { plant, stepsOf } from "./members.ts"
import { cheap, costly, type Rig, startRig } from "./rig.ts"

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** A name in other cases, as readers take it that ignore case. */
const casesOf = (name: string): readonly string[] => {
  const all = [
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
    name.replace("s", "\u017f"),
    name.replace("k", "\u212a")
  ]
  return [...new Set(all)].filter((other) => other !== name)
}

describe("the reader of these tests", () => {
  it.each(["MODEL", "Model", "mOdEl"])("takes %s for model, as Go does", (name) =>
    expect(readAsGo(`{"model":"a","${name}":"b"}`)).toEqual(new Map([["MODEL", "b"]]))
  )

  it("takes the long s for an s and the sign of the kelvin for a k", () =>
    expect([foldName("model\u017f"), foldName("to\u212aen\u017f")]).toEqual(["MODELS", "TOKENS"]))

  it("takes no other letter for one of ASCII", () =>
    expect(foldName("mod\u00e9l\u0131\u0130")).toBe("MOD\u00e9L\u0131\u0130"))
})

describe("a model under a name in another case", () => {
  const cells = [...passing, ...translated].flatMap((door) =>
    ["model", ...new Set(door.members.map(({ path }) => stepsOf(path)[0] ?? ""))].flatMap((name) =>
      casesOf(name).map((other) => ({ door, other, says: `${door.name}: ${other}` }))
    )
  )

  it("is tried at many doors", () => expect(cells.length).toBeGreaterThan(400))

  it.each(cells)("is refused with its place, whatever the key may do: $says", async ({ door, other }) => {
    for (const key of ["narrow", "wide"] as const) {
      const { status, text, heard } = await rig.send({ path: door.path, body: { ...door.body, [other]: costly }, key })
      expect({ status, heard }).toEqual({ status: 400, heard: [] })
      expect(text).toContain(other)
    }
  })
})

/** A name as readers take it that pass over blanks, or end it at a NUL. */
const padded: readonly ((name: string) => string)[] = [
  (name) => `${name} `,
  (name) => `\t${name}`,
  (name) => `${name}\0`,
  (name) => `${name}\0 of somebody`,
  (name) => `\u00a0${name.toUpperCase()}\n`,
  (name) => `\ufeff${name}`,
  (name) => `${name}\u0085`,
  (name) => `\u0085 ${name}`,
  (name) => `${name}\u001c`,
  (name) => `\u001f${name}\u0001`,
  (name) => `\0${name}`,
  (name) => `${" ".repeat(200)}${name}`
]

describe("a model under a name with what some readers pass over", () => {
  const cells = passing.flatMap((door) =>
    ["model", "models", "fallbacks"].flatMap((name) => padded.map((of) => ({ door, other: of(name) })))
  )

  it.each(cells)("is refused: $door.name, $other", async ({ door, other }) => {
    const { status, heard } = await rig.send({ path: door.path, body: { ...door.body, [other]: costly }, key: "wide" })
    expect({ status, heard }).toEqual({ status: 400, heard: [] })
  })

  it("is another where anything else stands beside it", async () => {
    const [door] = passing
    const body = { ...door?.body, "a model": 1, model_of: 2, "model\u200b": 3 }
    expect((await rig.send({ path: door?.path ?? "", body, key: "wide" })).heard).toHaveLength(1)
  })
})

describe("a member that the gateway looks at, in another case", () => {
  it.each([
    ["/v1/chat/completions", { model: cheap.openai, messages: [], Messages: [] }],
    ["/v1/chat/completions", { model: cheap.openai, messages: [{ role: "user", content: "Hi" }], Stream: true }],
    ["/v1/chat/completions", { model: cheap.openai, messages: [{ role: "user", content: "Hi" }], MAX_TOKENS: 9 }],
    ["/v1/chat/completions", { model: cheap.openai, messages: [{ role: "user", content: "Hi" }], toolſ: [] }],
    ["/v1/messages", { model: cheap.claude, messages: [{ role: "user", content: "Hi" }], max_toKens: 9 }],
    ["/v1/messages", { model: cheap.claude, max_tokens: 9, messages: [{ role: "user", content: "Hi" }], System: "x" }],
    ["/v1/responses", { model: cheap.items, input: "Hi", Previous_response_id: "resp_1" }],
    ["/v1/responses", { model: cheap.items, input: "Hi", ſtream: true }],
    ["/v1/responses", { model: cheap.items, input: "Hi", toolſ: [] }],
    [`/v1beta/models/${cheap.gemini}:generateContent`, { contents: [], GenerationConfig: {} }],
    [
      `/v1beta/models/${cheap.gemini}:generateContent`,
      { contents: [{ parts: [{ text: "Hi" }] }], generationconfig: {} }
    ]
  ])("is refused at %s: %j", async (path, body) => {
    const { status, heard } = await rig.send({ path, body, key: "wide" })
    expect({ status, heard }).toEqual({ status: 400, heard: [] })
  })

  const turns = [{ role: "user", content: "Hi" }]

  const bodies = new Map<string, object>([
    ["/v1/messages", { model: cheap.claude, max_tokens: 9, messages: turns }],
    ["/v1/chat/completions", { model: cheap.openai, messages: turns }],
    ["/v1/responses", { model: cheap.items, input: turns }]
  ])

  it.each<[string, string, string, unknown]>([
    ["a tool", "/v1/messages", "/tools/*/MODEL", { type: "advisor_20260301", name: "advisor", model: cheap.claude }],
    ["a fallback", "/v1/messages", "/fallbacks/*/Model", { model: cheap.claude }],
    ["what is unpacked", "/v1/chat/completions", "/extra_body/Model", {}],
    ["a tool of a response", "/v1/responses", "/tools/*/MODEL", { type: "image_generation", model: cheap.items }],
    ["a tool of an item", "/v1/responses", "/input/*/tools/*/Model", { type: "image_generation" }]
  ])("is refused inside %s", async (_, path, place, around) => {
    const steps = stepsOf(place)
    const base = plant(bodies.get(path), steps.slice(0, -1), around)
    const last = steps.at(-1) ?? ""
    const body = plant(base, steps.slice(0, -1), { ...Object(around), [last]: costly })
    const { status, heard } = await rig.send({ path, body, key: "wide" })
    expect({ status, heard }).toEqual({ status: 400, heard: [] })
  })

  it("is none where nobody looks at the name", async () => {
    const body = { model: cheap.openai, messages: turns, Whatever: 1, ANOTHER: 2 }
    expect((await rig.send({ path: "/v1/chat/completions", body, key: "narrow" })).heard).toHaveLength(1)
  })

  it("is none inside what a function is told to be called with", async () => {
    const parameters = { type: "object", properties: { Model: { type: "string" } } }
    const tools = [{ type: "function", function: { name: "f", parameters } }]
    const body = { model: cheap.openai, messages: turns, tools }
    expect((await rig.send({ path: "/v1/chat/completions", body, key: "narrow" })).heard).toHaveLength(1)
  })
})
