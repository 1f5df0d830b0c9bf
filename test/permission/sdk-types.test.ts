import { describe, expect, it } from "vitest"
import { naming as chatCompletions } from "../../src/formats/chat-completions/passthrough.ts"
import { naming as generateContent } from "../../src/formats/generate-content/passthrough.ts"
import { naming as messages } from "../../src/formats/messages/passthrough.ts"
import { naming as responses } from "../../src/formats/responses/passthrough.ts"
import { servedEndpoints } from "../../src/hosts/cli/served.ts"
import { anyNaming } from "../../src/core/naming/gateways.ts"
import { type ModelNaming, type BodyPlace } from "../../src/core/naming/naming.ts"
import { stepsOf } from "./members.ts"
import { declaredBy, type SdkRequest } from "./sdk-members.ts"

/** A request as an SDK takes it, and by whose rules its bodies are looked at. */
interface Taken extends SdkRequest {
  readonly rules: ModelNaming
  /** Where the body has what the type has elsewhere; absent: in the same place. */
  readonly written?: (path: string) => readonly string[]
}

/** The SDK for Gemini puts members of `config` on the top level or into `generationConfig`. */
const unpacked = (path: string): readonly string[] =>
  path.startsWith("/config/")
    ? [path.slice("/config".length), `/generationConfig${path.slice("/config".length)}`]
    : [path]

const openai = (sdk: string): readonly Taken[] => [
  {
    module: `${sdk}/resources/chat/completions/completions.js`,
    name: "ChatCompletionCreateParams",
    rules: chatCompletions
  },
  { module: `${sdk}/resources/responses/responses.js`, name: "ResponseCreateParams", rules: responses },
  { module: `${sdk}/resources/embeddings.js`, name: "EmbeddingCreateParams", rules: anyNaming },
  { module: `${sdk}/resources/images.js`, name: "ImageGenerateParams", rules: anyNaming },
  { module: `${sdk}/resources/images.js`, name: "ImageEditParams", rules: anyNaming },
  { module: `${sdk}/resources/videos.js`, name: "VideoCreateParams", rules: anyNaming }
]

const anthropic = (sdk: string): readonly Taken[] =>
  ["messages", "beta/messages"].flatMap((folder) =>
    ["MessageCreateParams", "MessageCountTokensParams"].map((name) => ({
      module: `${sdk}/resources/${folder}/messages.js`,
      name,
      rules: messages
    }))
  )

const google = (sdk: string): readonly Taken[] => [
  { module: sdk, name: "GenerateContentParameters", rules: generateContent, written: unpacked },
  { module: sdk, name: "CountTokensParameters", rules: generateContent, written: unpacked },
  { module: sdk, name: "EmbedContentParameters", rules: anyNaming, written: unpacked },
  { module: sdk, name: "GenerateVideosParameters", rules: anyNaming, written: unpacked }
]

const taken: readonly Taken[] = [
  ...openai("openai"),
  ...openai("openai-previous"),
  ...anthropic("@anthropic-ai/sdk"),
  ...anthropic("@anthropic-ai/sdk-previous"),
  ...google("@google/genai"),
  ...google("@google/genai-previous")
]

/** Members whose names speak of models and that decide nothing, with the reason. */
const excluded: ReadonlyMap<string, string> = new Map([
  ["/fallback_credit_token", "It says what an earlier refusal is worth, and of which request."],
  ["/messages/*/content/*/from/model", "It tells who answered an earlier turn."],
  ["/messages/*/content/*/to/model", "It tells who answered an earlier turn."],
  ["/input/*/svg_usage/model", "It tells which model drew in an earlier turn."],
  ["/config/modelArmorConfig", "It names templates that screen texts."],
  ["/config/tools/*/googleMaps/groundingTypes/routing", "It is about roads."]
])

/** Requests that name models and that no endpoint takes yet, by the endpoint that would. */
const unserved: ReadonlyMap<string, string> = new Map([
  ["message-batches", "@anthropic-ai/sdk/resources/messages/batches.js"],
  ["batches", "openai/resources/batches.js"]
])

/** Whether what stands at a pointer is asked. */
const isAsked = ({ root }: ModelNaming, path: string): boolean => {
  let place: BodyPlace | undefined = root
  for (const step of stepsOf(path)) {
    place = step === "*" ? place.item : place.at(step)
    if (place === undefined) return false
    if (place.deciding.some(({ decides, prefix }) => decides === "choice" && prefix === undefined)) return true
  }
  return place.deciding.length > 0
}

/** Members of the types that go in headers. */
const inHeaders: ReadonlySet<string> = new Set(["betas"])

describe("the members of the SDKs' request types", () => {
  const declared = declaredBy(taken)
  const cells = taken.flatMap(({ module, name, rules, written = (path) => [path] }, index) =>
    (declared[index]?.speaking ?? []).map((path) => ({ module, name, rules, path, places: written(path) }))
  )

  it("are found in both majors of each SDK", () => {
    expect(cells.length).toBeGreaterThan(60)
    for (const path of ["/svg/model", "/moderation/model", "/tools/*/model", "/fallbacks/*/model"])
      expect(cells.map((it) => it.path)).toContain(path)
  })

  it.each(cells)(
    "that speak of models are asked, or excluded with a reason: $module $name $path",
    ({ rules, path, places }) => {
      expect(excluded.has(path) || places.some((place) => isAsked(rules, place))).toBe(true)
    }
  )

  it("are excluded only where they are there and not asked", () => {
    const needless = [...excluded.keys()].filter((path) => {
      const there = cells.filter((it) => it.path === path)
      return there.length === 0 || there.some(({ rules, places }) => places.some((place) => isAsked(rules, place)))
    })
    expect(needless).toEqual([])
  })

  it.each(taken.filter(({ written }) => written === undefined))(
    "on the top level are known, so that none stands in another case: $module $name",
    ({ rules, module, name }) => {
      const index = taken.findIndex((it) => it.module === module && it.name === name)
      const unknown = (declared[index]?.names ?? []).filter(
        (it) => !inHeaders.has(it) && rules.root.twinOf(it.toUpperCase()) !== it
      )
      expect(unknown).toEqual([])
    }
  )

  it("of requests that no endpoint takes are looked at once one does", () => {
    expect(servedEndpoints.map(({ id }) => id).filter((id) => unserved.has(id))).toEqual([])
  })
})

describe("a member that is new", () => {
  it("is none that is asked by chance", () => {
    expect(isAsked(messages, "/advisor_model")).toBe(false)
    expect(isAsked(messages, "/tools/*/fallback_model")).toBe(false)
  })
})
