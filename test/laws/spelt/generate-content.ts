import { type Alias, request, response, type Spelt, type Spellings, words } from "./spelt.ts"

/**
 * Spellings that decode alike, and the one that is written: nothing else may change. The role of an answer's content, and
 * of the system instruction elsewhere, is read over.
 */
export const aliases: readonly Alias[] = [
  { read: "inline_data, generation_config …", written: "inlineData, generationConfig …", why: "the vendor reads both" },
  { read: "functionDeclarations side by side", written: "one element with all of them", why: "they are one list" },
  { read: "an element with several tools", written: "an element for each", why: "the vendor reads them alike" },
  { read: "webSearch", written: "googleSearch", why: "the endpoint tables' own word" },
  { read: "explicit nulls beside a tool, and in answers", written: "nothing", why: "null is absent" },
  { read: "functionCall.args absent", written: "args: {}", why: "a call without input" },
  { read: "functionResponse.response absent", written: "response: {}", why: "a result without an answer" },
  { read: 'unsigned texts of ""', written: "nothing", why: "they say nothing" },
  { read: "a signature alone", written: 'text: "" beside it', why: "it signs no text" },
  { read: "thought: false", written: "nothing", why: "text is no thought" },
  {
    read: "parts, contents, tools, functionDeclarations: {…} of one item",
    written: "[{…}]",
    why: "the vendor reads a lone item as a list of one"
  },
  { read: "the number of a finish reason", written: "its word", why: "the vendor says either, as it is asked" },
  { read: "role absent or empty", written: "role absent", why: "both are the user's" },
  {
    read: "contents of one role side by side, without unknown members",
    written: "one content",
    why: "they are one turn"
  },
  {
    read: "results behind other parts, or out of order",
    written: "results first, in the order of their calls",
    why: "the vendor wants them so"
  },
  {
    read: "responseSchema without responseMimeType",
    written: "responseMimeType: application/json",
    why: "a schema is of JSON"
  },
  { read: "_responseJsonSchema", written: "responseJsonSchema", why: "its name in the vendor's older SDKs" },
  { read: "words of thinkingLevel and of a mode in small letters", written: "capitals", why: "the vendor reads both" },
  { read: "generationConfig: {}, toolConfig: {}", written: "nothing", why: "they say nothing" },
  { read: "candidatesTokenCount absent beside a total", written: "the count", why: "a zero may be left out" },
  { read: "totalTokenCount", written: "the sum of the counts", why: "it is computed" },
  { read: "order of members", written: "the encoder's order", why: "members have no order" }
]

const question = { role: "user", parts: [{ text: "q" }] }

const ask = (more: object, contents: readonly object[] = [question]): object => ({ contents, ...more })

const member = (read: object, written: object): Spelt => request(ask(read), ask(written))

/** A turn of the model in two spellings, with the answers to its calls behind it. */
const turn = (read: readonly object[], written: readonly object[], answers: readonly object[] = []): Spelt => {
  const talk = (parts: readonly object[]): object =>
    ask({}, [question, { role: "model", parts }, { role: "user", parts: [...answers, { text: "and?" }] }])
  return request(talk(read), talk(written))
}

const called = (more: object = {}): object => ({ functionCall: { id: "c1", name: "f", args: {}, ...more } })

const answered = (more: object = {}): object => ({
  functionResponse: { id: "c1", name: "f", response: { output: "a" }, ...more }
})

const answer = (more: object, usage: object = {}): object => ({
  candidates: [
    { content: { parts: [{ text: "a" }], role: "model" }, finishReason: "STOP", index: 0, safetyRatings: [] }
  ],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 5, totalTokenCount: 14, ...usage },
  modelVersion: "m",
  createTime: "2026-11-01T00:00:00Z",
  responseId: "r",
  ...more
})

/** A tool and a mode of calling it. */
const choosing = (mode: unknown): object => ({
  tools: [{ functionDeclarations: [{ name: "f" }] }],
  toolConfig: { functionCallingConfig: { mode } }
})

const config = (read: object, written: object): Spelt =>
  member({ generationConfig: read }, { generationConfig: written })

const snake = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? value
    : Array.isArray(value)
      ? value.map(snake)
      : Object.fromEntries(
          Object.entries(value).map(([key, item]) => [
            key.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`),
            snake(item)
          ])
        )

/** Each alias of the format, in bodies that are made at random. */
export const spellings: Spellings = {
  "inline_data, generation_config …": (c) => {
    const whole = ask(
      { generationConfig: { maxOutputTokens: 7, topK: 4 }, systemInstruction: { parts: [{ text: words(c) }] } },
      [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data: "aGk=" } }] }]
    )
    return request(snake(whole), whole)
  },
  "functionDeclarations side by side": () => {
    const [f, g] = [{ name: "f" }, { name: "g" }]
    return member(
      { tools: [{ functionDeclarations: [f] }, { functionDeclarations: [g] }] },
      { tools: [{ functionDeclarations: [f, g] }] }
    )
  },
  "an element with several tools": () =>
    member(
      { tools: [{ googleSearch: {}, codeExecution: {} }] },
      { tools: [{ googleSearch: {} }, { codeExecution: {} }] }
    ),
  webSearch: () => member({ tools: [{ webSearch: {} }] }, { tools: [{ googleSearch: {} }] }),
  "explicit nulls beside a tool, and in answers": (c) =>
    c.one([
      () => member({ tools: [{ googleSearch: {}, codeExecution: null }] }, { tools: [{ googleSearch: {} }] }),
      () => response(answer({ promptFeedback: null }), answer({}))
    ]),
  "functionCall.args absent": () => turn([called({ args: undefined })], [called()], [answered()]),
  "functionResponse.response absent": () => {
    const talk = (result: object): object =>
      ask({}, [question, { role: "model", parts: [called()] }, { role: "user", parts: [result] }])
    return request(talk(answered({ response: undefined })), talk(answered({ response: {} })))
  },
  'unsigned texts of ""': (c) => {
    const text = { text: words(c) }
    return turn([{ text: "" }, text], [text])
  },
  "a signature alone": (c) => {
    const text = { text: words(c) }
    return turn([text, { thoughtSignature: "c2ln" }], [text, { text: "", thoughtSignature: "c2ln" }])
  },
  "thought: false": (c) => {
    const text = words(c)
    return turn([{ text, thought: false }], [{ text }])
  },
  "parts, contents, tools, functionDeclarations: {…} of one item": (c) => {
    const part = { text: words(c) }
    const declared = { name: "f", description: words(c), parametersJsonSchema: { type: "object" } }
    const [read, written] = c.pick([
      [{ parts: part }, { parts: [part] }],
      [
        { role: "user", parts: part },
        { role: "user", parts: [part] }
      ]
    ])
    return request(
      { contents: read, tools: { functionDeclarations: declared } },
      { contents: [written], tools: [{ functionDeclarations: [declared] }] }
    )
  },
  "the number of a finish reason": (c) => {
    const [read, written] = c.pick([
      [1, "STOP"],
      [2, "MAX_TOKENS"],
      [3, "SAFETY"]
    ])
    const ended = (finishReason: unknown): object =>
      answer({ candidates: [{ content: { parts: [{ text: "a" }] }, finishReason }] })
    return response(ended(read), ended(written))
  },
  "role absent or empty": (c) => {
    const parts = [{ text: words(c) }]
    return request(ask({}, [{ role: "", parts }]), ask({}, [{ parts }]))
  },
  "contents of one role side by side, without unknown members": (c) => {
    const [a, b] = [{ text: words(c) }, { text: words(c) }]
    return request(
      ask({}, [
        { role: "user", parts: [a] },
        { role: "user", parts: [b] }
      ]),
      ask({}, [{ role: "user", parts: [a, b] }])
    )
  },
  "results behind other parts, or out of order": (c) => {
    const text = { text: words(c) }
    const calls = [called(), called({ id: "c2" })]
    const [first, second] = [answered(), answered({ id: "c2" })]
    const talk = (parts: readonly object[]): object =>
      ask({}, [question, { role: "model", parts: calls }, { role: "user", parts }])
    const order = c.pick<readonly object[]>([
      [second, first, text],
      [first, text, second],
      [text, first, second]
    ])
    return request(talk(order), talk([first, second, text]))
  },
  "responseSchema without responseMimeType": (c) => {
    const schema = c.pick<object>([{ responseSchema: { type: "OBJECT" } }, { responseJsonSchema: { type: "object" } }])
    return config(schema, { responseMimeType: "application/json", ...schema })
  },
  _responseJsonSchema: () => {
    const form = { responseMimeType: "application/json" }
    const schema = { type: "object" }
    return config({ ...form, _responseJsonSchema: schema }, { ...form, responseJsonSchema: schema })
  },
  "words of thinkingLevel and of a mode in small letters": (c) =>
    c.one([
      () => {
        const thinkingLevel = c.pick(["low", "medium", "high", "minimal"])
        return config(
          { thinkingConfig: { thinkingLevel } },
          { thinkingConfig: { thinkingLevel: thinkingLevel.toUpperCase() } }
        )
      },
      () => {
        const mode = c.pick(["auto", "any", "none", "validated"])
        return member(choosing(mode), choosing(mode.toUpperCase()))
      }
    ]),
  "generationConfig: {}, toolConfig: {}": (c) => member({ [c.pick(["generationConfig", "toolConfig"])]: {} }, {}),
  "candidatesTokenCount absent beside a total": () =>
    response(answer({}, { candidatesTokenCount: undefined }), answer({})),
  totalTokenCount: (c) =>
    response(answer({}, { totalTokenCount: c.pick<number | undefined>([99, undefined]) }), answer({})),
  "order of members": (c) => {
    const whole = ask({
      systemInstruction: { parts: [{ text: words(c) }] },
      safetySettings: [],
      cachedContent: "cachedContents/1"
    })
    return request(Object.fromEntries(Object.entries(whole).toReversed()), whole)
  }
}
