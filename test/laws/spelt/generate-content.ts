import { request, response, type Spelt, type Spellings, words } from "./spelt.ts"

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
