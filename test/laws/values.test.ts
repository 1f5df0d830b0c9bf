import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { translateRequest } from "../../src/translate/translator.ts"
import type { Json } from "../../src/core/json/json.ts"
import { dense } from "./differ.ts"
import { law } from "./law.ts"
import { leaves, replaced } from "./leaves.ts"
import { bodies, readRequest, readResponse, type Way } from "./losses.ts"
import { jsonObject } from "./made/json.ts"
import { mayBeSilent } from "./silence.ts"
import { everySubject, type Subject } from "./subjects.ts"

/** What careless code takes for absent. */
const falsy: readonly Json[] = [0, "", false, [], {}]

/** Values that mean what the member's absence means, and why. Each must still occur. */
const nothings: readonly { readonly format: string; readonly why: string; readonly leaves: readonly string[] }[] = [
  {
    format: "chat-completions",
    why: "a list, a text or an input without anything in it",
    leaves: [
      "request /messages/*/content []",
      'request /messages/*/function_call/arguments ""',
      'request /messages/*/tool_calls/*/custom/input ""',
      'request /messages/*/tool_calls/*/function/arguments ""',
      "request /prediction/content []",
      'response /choices/*/message/refusal ""',
      'response /choices/*/message/tool_calls/*/function/arguments ""'
    ]
  },
  {
    format: "chat-completions",
    why: "a word that is none of the format's, where one is needed",
    leaves: [
      'response /choices/*/finish_reason ""',
      'response /choices/*/message/audio/data ""',
      'response /choices/*/message/audio/id ""',
      'response /choices/*/message/audio/transcript ""',
      'response /choices/*/message/tool_calls/*/id ""',
      'response /id ""',
      'response /model ""',
      'response /service_tier ""'
    ]
  },
  {
    format: "chat-completions",
    why: "what is meant where nothing is said",
    leaves: [
      "request /stream false",
      "request /stream_options/include_usage false",
      "response /choices/*/message/annotations/*/url_citation/end_index 0",
      "response /choices/*/message/audio/expires_at 0",
      "response /created 0"
    ]
  },
  {
    format: "chat-completions",
    why: "the carrier beside it says the same thought",
    leaves: [
      ...falsy.map((value) => `request /messages/*/reasoning_content ${JSON.stringify(value)}`),
      'response /choices/*/message/reasoning_content ""'
    ]
  },
  {
    format: "chat-completions",
    why: "another control decides",
    leaves: ["request /enable_thinking false", "request /thinking_budget 0"]
  },
  {
    format: "messages",
    why: "a list, a text or an input without anything in it",
    leaves: [
      "request /messages/*/content []",
      "request /messages/*/content/*/content []",
      'request /messages/*/content/*/citations/*/cited_text ""',
      'request /messages/*/content/*/citations/*/encrypted_index ""',
      'request /messages/*/content/*/signature ""',
      "request /system []",
      'request /thinking/type ""',
      'request /thread/previous_message_id ""',
      'response /content/*/citations/*/cited_text ""',
      'response /content/*/citations/*/encrypted_index ""',
      'response /content/*/signature ""',
      'response /content/*/text ""',
      'response /content/*/thinking ""',
      'response /stop_reason ""'
    ]
  },
  {
    format: "messages",
    why: "what is meant where nothing is said",
    leaves: ['request /cache_control/type ""', "response /usage/server_tool_use/web_search_requests 0"]
  },
  {
    format: "generate-content",
    why: "a list, a text or a name without anything in it",
    leaves: [
      'request /contents/*/parts/*/executableCode/code ""',
      'request /contents/*/parts/*/toolCall/toolType ""',
      'request /contents/*/parts/*/toolResponse/toolType ""',
      'request /safetySettings/*/category ""',
      'response /candidates/*/content/parts/*/functionCall/name ""',
      'response /candidates/*/content/parts/*/inlineData/data ""',
      'response /candidates/*/content/parts/*/text ""',
      'response /createTime ""'
    ]
  },
  {
    format: "generate-content",
    why: "what is meant where nothing is said",
    leaves: [
      "request /contents/*/parts/*/thought false",
      "request /tools/*/functionDeclarations/*/parameters/properties/zone/nullable false",
      "response /candidates/*/citationMetadata/citations/*/endIndex 0",
      "response /candidates/*/content/parts/*/thought false",
      "response /usageMetadata/candidatesTokensDetails/*/tokenCount 0",
      "response /usageMetadata/promptTokensDetails/*/tokenCount 0"
    ]
  },
  {
    format: "responses",
    why: "a text, an input or bytes without anything in them",
    leaves: [
      'request /input/*/arguments ""',
      'request /input/*/encrypted_content ""',
      'response /output/*/arguments ""',
      'response /output/*/encrypted_content ""',
      'response /output/*/input ""',
      'response /output/*/name ""'
    ]
  },
  {
    format: "responses",
    why: "a word that is none of the format's, where one is needed",
    leaves: [
      'response /id ""',
      'response /incomplete_details/reason ""',
      'response /model ""',
      'response /output/*/call_id ""',
      'response /service_tier ""'
    ]
  },
  {
    format: "responses",
    why: "what is meant where nothing is said",
    leaves: ["response /created_at 0"]
  }
]

/** Where null is a value like any other: in JSON that crosses unread. Each must still occur. */
const unread: Readonly<Record<string, readonly RegExp[]>> = {
  "chat-completions": [
    /^request \/extra_body\/google\/(image_config|tools)\//,
    /^request \/(functions|tools)\/.*\/parameters\//,
    /^request \/response_format\/json_schema\/schema\//,
    /^request \/parameters\/(asr_options|search_options)\//,
    /^request \/(logit_bias|metadata|moderation|tomorrow|web_search_options)\//,
    /^request \/messages\/\*\/content\/\*\/video\//
  ],
  messages: [
    /^request \/(context_management|mcp_servers)\//,
    /^request \/messages\/\*\/content\/\*\/(a|caller|content|input|tool)\//,
    /^request \/messages\/\*\/content\/\*\/(file_id|transformations\/oversized_image)$/,
    /^request \/messages\/\*\/content\/\*\/citations\/\*\/(type|where)$/,
    /^request \/(output_config\/format|output_format)\/schema\//,
    /^request \/(output_config\/task_budget|thinking\/block_binding)\//,
    /^request \/tools\/\*\//,
    /^response \/content\/\*\/(caller|input)\//,
    /^response \/content\/\*\/citations\/\*\/(type|url)$/,
    /^response \/content\/\*\/x$/
  ],
  "generate-content": [
    /^request \/contents\/\*\/parts\/\*\/(hologram|partMetadata)\//,
    /^request \/contents\/\*\/parts\/\*\/(functionCall|toolCall)\/args\//,
    /^request \/contents\/\*\/parts\/\*\/(functionResponse|toolResponse)\/response\//,
    /^request \/generationConfig\/(imageConfig|responseJsonSchema)\//,
    /^request \/generationConfig\/speechConfig\/voiceConfig\/prebuiltVoiceConfig\/voiceName$/,
    /^request \/(labels|toolConfig\/retrievalConfig)\//,
    /^request \/tools\/\*\/(functionDeclarations\/\*\/parametersJsonSchema|googleSearch)\//,
    /^response \/candidates\/\*\/content\/parts\/\*\/functionCall\/args\//,
    /^response \/candidates\/\*\/groundingMetadata\/groundingChunks\/\*\/(image|web)\//,
    /^response \/candidates\/\*\/(safetyRatings|urlContextMetadata)\//,
    /^response \/modelStatus\//
  ],
  // items and tools that nobody but the vendor reads are kept whole, and an answer repeats settings as they were said
  responses: [
    /^request \/input\/\*\//,
    /^request \/tools\/\*\//,
    /^request \/(context_management|metadata|reasoning|text|tool_choice)\//,
    /^response \/output\/\*\//
  ]
}

/** How a body is read; `own`: with what its format keeps of it for itself alone. */
const ways: Readonly<Record<string, (subject: Subject, own?: boolean) => Way>> = {
  request: ({ format }, own) => readRequest(format, own),
  response: ({ format }, own) => readResponse(format, own)
}

const starred = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*")

/** An answer is read whatever it holds: there, only a value of the member's own type must not be taken for absent. */
const isMeant = (kind: string, leaf: Json, value: Json): boolean =>
  kind === "request" || (typeof leaf === typeof value && Array.isArray(leaf) === Array.isArray(value))

const at = (body: Json, pointer: string): Json =>
  pointer
    .split("/")
    .slice(1)
    .reduce<Json>(
      (here, key) =>
        (typeof here === "object" && here !== null
          ? Object.getOwnPropertyDescriptor(here, key.replaceAll("~1", "/").replaceAll("~0", "~"))?.value
          : null) ?? null,
      body
    )

/** How many leaves are replaced in the fixtures of each format. */
const counted: Readonly<Record<string, number>> = {
  "chat-completions": 199,
  messages: 588,
  "generate-content": 198,
  responses: 854
}

/** What of a body's replaced leaves reads as something else, by its place and the value. */
const confusedIn = (subject: Subject, kind: string, way: Way): readonly string[] => {
  const silent = new Set(mayBeSilent(subject.format.id, kind, "read"))
  return bodies(subject.format, kind).flatMap(([, body]) =>
    leaves(body, (value) => value !== null).flatMap((leaf) => {
      if (silent.has(starred(leaf))) return []
      const seen = new Set([way(replaced(body, leaf))?.text])
      const meant = falsy.filter((value) => isMeant(kind, at(body, leaf), value))
      return meant.flatMap((value) => {
        const text = way(replaced(body, leaf, value))?.text
        const isConfused = text !== undefined && seen.has(text)
        seen.add(text)
        return isConfused ? [`${kind} ${starred(leaf)} ${JSON.stringify(value)}`] : []
      })
    })
  )
}

/** Where null reads as something else than the member's absence. */
const saidByNull = (subject: Subject, kind: string, way: Way): readonly string[] =>
  bodies(subject.format, kind).flatMap(([, body]) =>
    leaves(body).flatMap((leaf) => {
      const text = way(replaced(body, leaf, null))?.text
      return text === undefined || text === way(replaced(body, leaf))?.text ? [] : [`${kind} ${starred(leaf)}`]
    })
  )

describe.each(everySubject)("values of $format.id", (subject) => {
  const { id } = subject.format

  it("are tried in as many places as it says", () => {
    const places = Object.keys(ways).flatMap((kind) => bodies(subject.format, kind).flatMap(([, body]) => leaves(body)))
    expect(places).toHaveLength(counted[id] ?? 0)
  })

  it("are never taken for absent, and two of them never for one", () => {
    const found = Object.entries(ways).flatMap(([kind, way]) => confusedIn(subject, kind, way(subject, subject.keeps)))
    const allowed = nothings.flatMap((it) => (it.format === id ? it.leaves : []))
    expect([...new Set(found)].toSorted()).toEqual(allowed.toSorted())
  })

  it("that are null are absent, except in JSON that crosses unread", () => {
    const found = Object.entries(ways).flatMap(([kind, way]) => saidByNull(subject, kind, way(subject)))
    const allowed = unread[id] ?? []
    expect(found.filter((place) => !allowed.some((pattern) => pattern.test(place)))).toEqual([])
    expect(allowed.filter((pattern) => !found.some((place) => pattern.test(place)))).toEqual([])
  })
})

describe("the arguments of a call", () => {
  const asked = (args: string): string =>
    JSON.stringify({
      model: "m",
      messages: [
        { role: "user", content: "q" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: args } }]
        },
        { role: "tool", tool_call_id: "call_1", content: "a" }
      ],
      max_tokens: 1
    })

  const argumentsIn = (body: string): unknown => JSON.parse(body).messages[1].tool_calls[0].function.arguments

  const sent = (from: typeof chatCompletions | typeof messages, to: typeof from, body: string): string => {
    const there = translateRequest({ from, to }, body)
    return there.ok ? there.value.body : ""
  }

  law(
    "are the text that the client wrote",
    (c) => jsonObject(c),
    (args) => {
      expect(argumentsIn(sent(chatCompletions, chatCompletions, asked(args)))).toBe(args)
    }
  )

  law(
    "keep numerals and the order of members as an object of another format",
    (c) => jsonObject(c),
    (args) => {
      const there = sent(chatCompletions, messages, asked(args))
      expect(dense(there)).toContain(`"input":${dense(args)}`)
      expect(dense(String(argumentsIn(sent(messages, chatCompletions, there))))).toBe(dense(args))
    }
  )
})
