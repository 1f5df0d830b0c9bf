import { describe, expect } from "vitest"
import type { OpaqueBytes } from "../../src/core/chat/node.ts"
import { textDigest, sealEnvelope } from "../../src/core/chat/envelope.ts"
import type { Choices } from "./choices.ts"
import type { ChatRequest } from "../../src/core/chat/chat.ts"
import type { ChatFormat, RequestTarget } from "../../src/core/format.ts"
import type { Passthrough } from "../../src/core/passthrough.ts"
import { splice } from "../../src/exchange/body.ts"
import { passthrough as passingChat } from "../../src/formats/chat-completions/passthrough.ts"
import { passthrough as passingContents } from "../../src/formats/generate-content/passthrough.ts"
import { passthrough as passingMessages } from "../../src/formats/messages/passthrough.ts"
import { passthrough as passingResponses } from "../../src/formats/responses/passthrough.ts"
import { callOf, decode, encode } from "./calling.ts"
import { law } from "./law.ts"
import { everySubject } from "./subjects.ts"

const thought = "Need the weather."

interface Forged {
  readonly sealed: string
  readonly why: string
}

const own = (vendor: string, model?: string): OpaqueBytes => ({
  vendor,
  kind: "signature",
  data: "c2VjcmV0LWJ5dGVz",
  ...(model === undefined ? {} : { model })
})

/** Envelopes that must not be believed, and what is wrong with each. */
const forged =
  (vendor: string) =>
  (c: Choices): Forged =>
    c.one([
      () => ({ why: "another vendor's", sealed: sealEnvelope(own("elsewhere"), 0, thought) }),
      () => ({ why: "over another text", sealed: sealEnvelope(own(vendor), 0, `${thought}!`) }),
      () => ({ why: "another model's", sealed: sealEnvelope(own(vendor, "model-9"), 0, thought) }),
      () => ({ why: "cut", sealed: sealEnvelope(own(vendor), 0, thought).slice(0, 5 + c.below(40)) }),
      () => ({ why: "no envelope", sealed: `isg1.${c.pick(["", "e30", "W10", "bnVsbA", "!"])}` })
    ])

const bodies: Readonly<Record<string, (sealed: string) => unknown>> = {
  "chat-completions": (sealed) => ({
    model: "model-1",
    messages: [
      { role: "user", content: "hi" },
      {
        role: "assistant",
        content: "It rains.",
        reasoning_content: thought,
        reasoning_details: [
          { type: "reasoning.text", text: thought, signature: sealed, format: "isogloss-v1", index: 0 }
        ]
      },
      { role: "user", content: "and now?" }
    ]
  }),
  "generate-content": (sealed) => ({
    contents: [
      { role: "user", parts: [{ text: "hi" }] },
      { role: "model", parts: [{ text: thought, thought: true, thoughtSignature: sealed }, { text: "It rains." }] },
      { role: "user", parts: [{ text: "and now?" }] }
    ]
  }),
  messages: (sealed) => ({
    model: "model-1",
    max_tokens: 100,
    messages: [
      { role: "user", content: "hi" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: thought, signature: sealed },
          { type: "text", text: "It rains." }
        ]
      },
      { role: "user", content: "and now?" }
    ]
  }),
  responses: (sealed) => ({
    model: "model-1",
    input: [
      { role: "user", content: "hi" },
      {
        type: "reasoning",
        id: "rs_1",
        summary: [{ type: "summary_text", text: thought }],
        encrypted_content: sealed
      },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "It rains.", annotations: [] }] },
      { role: "user", content: "and now?" }
    ]
  })
}

const passings: Readonly<Record<string, Passthrough>> = {
  "chat-completions": passingChat,
  "generate-content": passingContents,
  messages: passingMessages,
  responses: passingResponses
}

const sentTo = (to: ChatFormat, request: ChatRequest, target: RequestTarget): string | undefined =>
  encode(to, request, target)?.body

describe.each(everySubject)("opaque bytes in $format.id", ({ format }) => {
  describe.each(everySubject)("towards $format.id", ({ format: to, target }) => {
    const vendor = target.vendor ?? ""
    law("that are forged are never sent on, and never an error", forged(vendor), ({ sealed }) => {
      const body = JSON.stringify(bodies[format.id]?.(sealed))
      const sent =
        format === to
          ? splice(body, passings[format.id]?.edits(callOf(body)).value ?? [])
          : sentTo(to, decode(format, callOf(body)).request, target)
      expect(sent).toContain("It rains.")
      expect(sent).not.toContain(own(vendor).data)
      expect(sent).not.toContain("isg1.")
    })
  })
})

describe("a digest", () => {
  law(
    "tells texts apart",
    (c) => [`${thought}${c.below(99)}`, `${thought}${100 + c.below(99)}`] as const,
    ([a, b]) => {
      expect(textDigest(a)).not.toBe(textDigest(b))
    }
  )
})
