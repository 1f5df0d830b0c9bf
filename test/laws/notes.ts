import { beforeAll, describe, expect, it } from "vitest"
import type { WirePiece } from "../../src/core/framing/transducer.ts"
import type { ChatMessage, ChatRequest, ToolDefinition } from "../../src/core/chat/chat.ts"
import type { TranslationNote } from "../../src/core/notes/note.ts"
import { encode } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { apartFromStore, type Plain, plain, settledPart, undone } from "./differ.ts"
import { law, samples } from "./law.ts"
import { commonRequest } from "./made/common.ts"
import { wildRequest } from "./made/wild.ts"
import type { Subject } from "./subjects.ts"

/** A request whose nodes say where they stand: at their own place in the canonical value. */
const placed = (request: ChatRequest): ChatRequest => ({
  ...request,
  at: "",
  messages: request.messages.map((message, index): ChatMessage => {
    const at = `/messages/${index}`
    return { ...message, at, parts: message.parts.map((part, place) => ({ ...part, at: `${at}/parts/${place}` })) }
  }),
  ...(request.tools === undefined
    ? {}
    : { tools: request.tools.map((tool, index): ToolDefinition => ({ ...tool, at: `/tools/${index}` })) })
})

const mixed = (c: Choices): ChatRequest => placed(c.chance(30) ? spoken(named(c, commonRequest(c))) : wildRequest(c))

/** A request of which some messages say who speaks. */
const named = (c: Choices, request: ChatRequest): ChatRequest => ({
  ...request,
  messages: request.messages.map((message) =>
    c.chance(30) && message.parts.every(({ type }) => type !== "tool-result")
      ? { ...message, name: c.pick(["ann", "é"]) }
      : message
  )
})

/** A request whose results say that they are no errors. */
const spoken = (request: ChatRequest): ChatRequest => ({
  ...request,
  messages: request.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => (part.type === "tool-result" ? { ...part, error: false } : part))
  }))
})

/** Whether some note names a place, what is in it, or what it is in (the whole body is no place). */
const noted = (notes: readonly TranslationNote[], place: string): boolean =>
  notes.some(
    ({ path }) => path === place || path.startsWith(`${place}/`) || (path !== "" && place.startsWith(`${path}/`))
  )

const isPlainText = (part: ChatRequest["messages"][number]["parts"][number]): boolean =>
  part.type === "text" && Object.keys(part).length === 3

/** A value as text that does not depend on the order of its fields. */
const told = (value: Plain): string =>
  JSON.stringify(value, (_, it: unknown) =>
    typeof it === "object" && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : it
  )

/** What of a request is held elsewhere, or says where it stood. */
const notHeld = new Set(["messages", "tools", "at", "model", "native", "places"])

/**
 * What of a value is not compared: where it stood, which tools may be called (the tools that are sent say it, too), and
 * cache marks (those of messages are written on one of their parts).
 */
const apart = new Set(["at", "places", "native", "only", "kinds", "cache"])

/** What of a request each place holds, as text that can be compared. Several calls at once are what all vendors make. */
const held = (
  request: ChatRequest,
  names: ReadonlyMap<string, string> = new Map()
): readonly (readonly [string, string])[] => [
  ...Object.entries(request).flatMap(([key, value]): readonly (readonly [string, string])[] =>
    notHeld.has(key) || (key === "parallelToolCalls" && value === true)
      ? []
      : [[`/${key}`, told(undone(plain(value, apart), names))]]
  ),
  ...request.messages.flatMap(({ at, name, role }) =>
    name === undefined ? [] : [[`${at ?? ""}/name`, told([role, name])] as const]
  ),
  ...request.messages.flatMap(({ parts, role }) =>
    parts.flatMap((part): readonly (readonly [string, string])[] =>
      isPlainText(part) ? [] : [[part.at ?? "", told([role, settledPart(undone(plain(part, apart), names))])]]
    )
  ),
  ...(request.tools ?? []).map((tool) => [tool.at ?? "", told(undone(plain(tool), names))] as const)
]

/** What may come back in another form without a note, and why. Each must still occur. */
const exceptions: readonly { readonly format: string; readonly value: RegExp; readonly why: string }[] = [
  {
    format: "messages",
    value: /"type":"custom"/,
    why: "a tool that takes text is sent as a function with one string, which the answer's reading reverses"
  },
  {
    format: "generate-content",
    value: /"type":"custom"/,
    why: "a tool that takes text is declared as a function with one string, which the answer's reading reverses"
  },
  {
    format: "messages",
    value: /^\{(?:"budget":(?:0|-1)\b|.*"(?:effort":"none|mode":"off|mode":"between-tools)")/,
    why: "thinking that is off, or only between calls, has no budget and shows nothing; a budget of -1 is the model's own"
  },
  {
    format: "generate-content",
    value: /^\{.*"visible":"omitted"\}$/,
    why: "thoughts are shown as their summary, or not at all"
  },
  { format: "messages", value: /^\{"type":"text"\}$/, why: "an answer is text where nothing else is asked for" },
  {
    format: "chat-completions",
    value: /"error":false.*"type":"tool-result"/,
    why: "a result that is no error is what the format says without a word"
  },
  {
    format: "generate-content",
    value: /"error":false.*"type":"tool-result"/,
    why: "a result that is no error is what the format says without a word"
  },
  {
    format: "responses",
    value: /^\{(?:(?:"effort":"\w+"|"mode":"off"),?)?(?:"visible":(?:false|"\w+"))?\}$/,
    why: "a thought is shown as its summary, or not at all; where nothing is said of that, a wish to think shows it"
  },
  {
    format: "responses",
    value: /"mime":"[^"]+".*"source":\{"kind":"url"/,
    why: "what a URL names says its own type"
  },
  { format: "responses", value: /^\[(?:"text")?\]$/, why: "text is what it answers with in any case" },
  {
    format: "responses",
    value: /"strict":false.*"type":"function"/,
    why: "that calls are not held to a schema is what all others mean where they say nothing"
  },
  {
    format: "responses",
    value: /"runBy":"provider","type":"vendor","vendor":"openai"/,
    why: "a tool of the vendor's without a version is the newest, which has a name"
  },
  { format: "responses", value: /^1$/, why: "one answer is what it gives in any case" },
  { format: "responses", value: /^false$/, why: "log probabilities are told where they are asked for alone" },
  {
    format: "responses",
    value: /"error":false.*"type":"tool-result"/,
    why: "a result that is no error is what the format says without a word"
  }
]

const excepted = (format: string, value: string): boolean =>
  exceptions.some((it) => it.format === format && it.value.test(value))

/** What of a request does not come back as it was and has no note. */
const silent = (
  { format, target }: Subject<WirePiece>,
  request: ChatRequest
): readonly (readonly [string, string])[] => {
  const encoded = encode(format, request, { ...target, model: request.model })
  const back = encoded === undefined ? undefined : format.decodeRequest(encoded.call)
  if (encoded === undefined || back === undefined || !back.ok) return []
  const kept = new Set(held(apartFromStore(back.value.value.request), encoded.undo.names).map(([, value]) => value))
  return held(request).filter(([place, value]) => !kept.has(value) && !noted(encoded.notes, place))
}

/** Whether a request has what may come back in another form. */
export const isExcepted = (subject: Subject<WirePiece>, request: ChatRequest): boolean =>
  silent(subject, request).some(([, value]) => excepted(subject.format.id, value))

let many: readonly ChatRequest[] = []

/** The exceptions of a format that has some: each must still occur. */
export const keepsItsExceptions = (subject: Subject<WirePiece>): void => {
  describe(`in ${subject.format.id} may still be missing without a note`, () => {
    let lost: readonly string[] = []
    beforeAll(() => {
      if (many.length === 0) many = samples(mixed, 8000, 3)
      lost = many.flatMap((request) => silent(subject, request).map(([, value]) => value))
    }, 120_000)

    it.each(exceptions.filter((it) => it.format === subject.format.id))("what is excepted: $why", ({ value }) => {
      expect(lost.some((it) => value.test(it))).toBe(true)
    })
  })
}

/** What does not come back as it was has a note. */
export const isNoted = (subject: Subject<WirePiece>): void => {
  const { format, target } = subject
  describe(`the notes of ${format.id}`, () => {
    law("cover every part, tool and setting that does not come back as it was", mixed, (request) => {
      expect(silent(subject, request).filter(([, value]) => !excepted(format.id, value))).toEqual([])
    })

    law("each name a rule of a table, a kind and a sentence", mixed, (request) => {
      for (const { rule, kind, detail, severity } of encode(format, request, target)?.notes ?? []) {
        expect(rule).toMatch(/^[a-z-]+\/[a-z-]+$/)
        expect(["dropped", "approximated", "synthesised", "clamped"]).toContain(kind)
        expect(["cost", "meaning", "cosmetic"]).toContain(severity)
        expect(detail).toMatch(/^[A-Z`].*\.$/)
      }
    })

    law("name places that were there, or their parents", mixed, (request) => {
      const places = new Set(held(request).map(([place]) => place))
      for (const { path } of encode(format, request, target)?.notes ?? []) {
        const known =
          path === "" ||
          [...places].some((place) => path === place || path.startsWith(`${place}/`)) ||
          /^\/(messages\/\d+|[A-Za-z_]+)(\/|$)/.test(path)
        expect(known, path).toBe(true)
      }
    })
  })
}
