import { describe, expect, it } from "vitest"
import { hiddenThought } from "../../src/core/chat/envelope.ts"
import { freeTextSchema } from "../../src/core/chat/tool-calls.ts"
import { foldStream } from "../../src/core/events/fold.ts"
import { saysMore, type ImageTurn } from "../../src/core/image.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { anyNaming } from "../../src/core/naming/gateways.ts"
import { namedIn } from "../../src/core/naming/naming.ts"
import { beyondCitations } from "../../src/core/chat/citations.ts"
import { noteRules, noteWriter } from "../../src/core/notes/note.ts"
import { spellingsOf, unbrokenViews } from "../../src/core/secrets/views.ts"

describe("a thought that no vendor signed", () => {
  it("is carried under the name that clients have kept it under", () => {
    expect(hiddenThought("Hm.")).toEqual({ vendor: "unshown", kind: "encrypted", data: "Hm." })
  })
})

describe("a tool that takes free text", () => {
  it("is declared as a function of one text", () => {
    expect(freeTextSchema).toEqual({ type: "object", properties: { input: { type: "string" } }, required: ["input"] })
  })
})

describe("a part that is told in pieces", () => {
  it("has what only its own format says of it", () => {
    const rest = new Map([["level", JsonText.source("1")]])
    const { response } = foldStream([
      { type: "start", response: { id: "r", model: "m" } },
      { type: "part", candidate: 0, part: 0, value: { type: "text", text: "a" } },
      { type: "delta", candidate: 0, part: 0, delta: { type: "rest", format: "f", rest } }
    ])
    expect(response.candidates[0]?.parts[0]?.native?.rest?.get("level")?.text).toBe("1")
  })
})

describe("turns of a picture", () => {
  const turn = (role: "user" | "model", text: string): ImageTurn => ({ role, parts: [{ type: "text", text }] })

  it("say more than the prompt where a turn before it has a text", () => {
    expect(saysMore([turn("user", "A cat"), turn("user", "A dog")])).toBe(true)
  })

  it("do not where no other has one", () => {
    expect(saysMore([turn("user", ""), turn("user", "A dog")])).toBe(false)
  })
})

describe("a body for a gateway of many models", () => {
  // https://docs.litellm.ai/docs/proxy/reliability
  it.each(["context_window_fallbacks", "content_policy_fallbacks", "model_list", "router_settings_override"])(
    "leaves the choice of the model to it: %s",
    (member) => {
      const named = namedIn(anyNaming, { [member]: [{ a: "b" }] })
      expect(named.ok && named.value.map(({ at }) => at)).toEqual([`/${member}`])
    }
  )

  it("says so in what is unpacked, too", () => {
    const named = namedIn(anyNaming, { extra_body: { models: ["a"] } })
    expect(named.ok && named.value.map(({ at }) => at)).toEqual(["/extra_body/models/0"])
  })

  it.each(["Prompt", "SEED", "Background", "User"])("has no member under a name in another case: %s", (name) => {
    expect(namedIn(anyNaming, { [name]: "a" }).ok).toBe(false)
  })
})

describe("a note of a member that only another format has", () => {
  it("is of the rule for unknown members", () => {
    const rules = noteRules("f", { dropped: { meaning: { "unknown-member": "`{member}` is not known." } } })
    const to = { notes: [] }
    const native = { format: "other", rest: new Map([["level", JsonText.source("1")]]) }
    noteWriter(rules, "f").noteLeftovers(to, { at: "/a", native })
    expect(to.notes).toMatchObject([{ rule: "f/unknown-member", path: "/a/level" }])
  })
})

describe("a source that no text rests on", () => {
  it("is noted where it stood", () => {
    const sources = [{ kind: "url", url: "https://a.example" }] as const
    const places = new Map([["sources", "/groundingChunks"]])
    expect(beyondCitations({ at: "/g", places, sources, supports: [] }, "f")).toEqual(["/g/groundingChunks/0"])
  })
})

describe("a secret", () => {
  it("is looked for as itself, and in hexadecimal digits of either case", () => {
    const [plain, hex] = spellingsOf("key-/~").map(({ bytes, isHex }) => [new TextDecoder().decode(bytes), isHex])
    expect([plain, hex]).toEqual([
      ["key-/~", undefined],
      ["6b65792d2f7e", true]
    ])
  })
})

describe("a text of several lines", () => {
  it("is looked through with its lines one behind the other", () => {
    const bytes = new TextEncoder().encode("ab\ncd")
    const [whole] = unbrokenViews({ bytes, places: Uint32Array.from([0, 1, 2, 3, 4, 5]) })
    expect(new TextDecoder().decode(whole?.bytes)).toBe("abcd")
    expect([...(whole?.places ?? [])]).toEqual([0, 1, 3, 4, 5])
  })
})
