import { describe, expect, it } from "vitest"
import { imagesSchema as schema } from "../../src/endpoints/open-api.ts"
import { Gemini, GptImage, normaliseImage, QwenImage, Seedream } from "../../src/images.ts"

interface Member {
  readonly type: string | readonly string[]
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Member>>
}

const { properties } = schema as unknown as { readonly properties: Readonly<Record<string, Member>> }

const families = [
  ["gemini-3-pro-image-preview", Gemini],
  ["gpt-image-1", GptImage],
  ["qwen-image-edit-plus", QwenImage],
  ["qwen-image-max", QwenImage],
  ["doubao-seedream-3-0-t2i-250415", Seedream],
  ["doubao-seedream-4-0-250828", Seedream]
] as const

/** What each family says of a member: that it is wrong, that it takes it, or nothing. */
const saidOf = (name: string, value: unknown) =>
  families.map(([model, family]) => {
    const read = normaliseImage(family, { model, prompt: "A red fox", [name]: value })
    const notes = read.ok ? read.value.notes : []
    const isUnknown = notes.some(({ rule, path }) => rule.endsWith("/unknown") && path.startsWith(`/${name}`))
    const isWrong = !read.ok && JSON.stringify(read.error).includes(`/${name}`)
    if (isWrong) return "wrong"
    return read.ok && !isUnknown ? "taken" : "unknown"
  })

/** Values that no family may take, and values that one must. */
const beyond = ({ enum: words, minimum, maximum }: Member): readonly unknown[] => [
  ...(words === undefined ? [] : ["no such word"]),
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maximum === undefined ? [] : [maximum + 1])
]
const within = ({ enum: words = [], minimum, maximum }: Member): readonly unknown[] => [
  ...words,
  ...(minimum === undefined ? [] : [minimum]),
  ...(maximum === undefined ? [] : [maximum])
]

const pairs = (values: (member: Member) => readonly unknown[]) =>
  Object.entries(properties).flatMap(([name, member]) => [
    ...values(member).map((value) => [name, value] as const),
    ...Object.entries(member.properties ?? {}).flatMap(([inner, one]) =>
      values(one).map((value) => [name, { [inner]: value }] as const)
    )
  ])

describe("what the document says of images", () => {
  it.each(pairs(beyond))("is refused beyond it: %s %j", (name, value) => expect(saidOf(name, value)).toContain("wrong"))

  it.each(pairs(within))("is taken within it: %s %j", (name, value) => expect(saidOf(name, value)).toContain("taken"))

  it.each(["mask", "input_fidelity", "negative_prompt", "prompt_extend", "watermark", "person_generation"])(
    "has what a family alone takes: %s",
    (name) => expect(Object.keys(properties)).toContain(name)
  )
})
