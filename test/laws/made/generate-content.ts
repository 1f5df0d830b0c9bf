import type { Choices } from "../choices.ts"
import { array, input, object, optional, pixel, prose, ratio, schema, solid, type Source, string } from "./wire.ts"

/** Members in one of the two spellings that the vendor reads. */
const spelt = (c: Choices, members: { readonly [key: string]: Source | undefined }, unknown = 6): Source => {
  if (!c.chance(15)) return object(c, members, unknown)
  const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return object(c, Object.fromEntries(Object.entries(members).map(([key, value]) => [snake(key), value])), unknown)
}

/** A valid request body of the generate-content format, in a spelling picked at random. */
export const generateContentRequest = (c: Choices): Source =>
  spelt(c, {
    contents: array([...c.list(3, (turn) => exchange(c, turn)).flat(), userContent(c)]),
    systemInstruction: optional(c, 50, () =>
      spelt(c, {
        role: c.chance(40) ? '"user"' : undefined,
        parts: array(c.list(2, () => object(c, { text: solid(c) }), 1))
      })
    ),
    tools: optional(c, 40, () => array(c.list(3, (index) => tool(c, index), 1))),
    toolConfig: optional(c, 20, () => spelt(c, { functionCallingConfig: calling(c) })),
    generationConfig: optional(c, 60, () => config(c)),
    safetySettings: optional(c, 15, () => '[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"BLOCK_NONE","x":1.0}]'),
    cachedContent: optional(c, 8, () => '"cachedContents/1"'),
    continuationToken: optional(c, 4, () => '"bmV4dA=="'),
    labels: optional(c, 8, () => '{"b":"1","2":"x"}'),
    serviceTier: optional(c, 10, () => c.pick(['"standard"', '"flex"', '"tomorrow"']))
  })

const config = (c: Choices): Source =>
  spelt(c, {
    temperature: optional(c, 30, () => ratio(c)),
    topP: optional(c, 20, () => ratio(c)),
    topK: optional(c, 15, () => c.pick(["0", "40", "40.0"])),
    maxOutputTokens: optional(c, 30, () => "100"),
    candidateCount: optional(c, 8, () => c.pick(["1", "2"])),
    seed: optional(c, 10, () => "0"),
    presencePenalty: optional(c, 8, () => "0.0"),
    frequencyPenalty: optional(c, 8, () => "1"),
    responseLogprobs: optional(c, 8, () => "true"),
    logprobs: optional(c, 8, () => "0"),
    stopSequences: optional(c, 15, () => c.pick(["[]", '["END"]', '["","a","b","c","d","e"]'])),
    responseModalities: optional(c, 10, () => c.pick(['["TEXT"]', '["TEXT","IMAGE"]', "[]"])),
    imageConfig: optional(c, 8, () => '{"aspectRatio":"16:9","imageOutputOptions":{"mimeType":"image/png"}}'),
    speechConfig: optional(c, 8, () =>
      c.pick([
        '{"voiceConfig":{"prebuiltVoiceConfig":{"voiceName":"Kore"}}}',
        '{"multiSpeakerVoiceConfig":{"speakerVoiceConfigs":[]}}'
      ])
    ),
    mediaResolution: optional(c, 8, () => '"MEDIA_RESOLUTION_LOW"'),
    thinkingConfig: optional(c, 20, () =>
      spelt(c, {
        includeThoughts: optional(c, 60, () => c.pick(["true", "false"])),
        thinkingBudget: optional(c, 40, () => c.pick(["0", "-1", "1024", "1e3"])),
        thinkingLevel: optional(c, 30, () => c.pick(['"LOW"', '"HIGH"', '"high"', '"ULTRA"']))
      })
    ),
    ...output(c)
  })

const output = (c: Choices): { readonly [key: string]: Source | undefined } =>
  c.one<{ readonly [key: string]: Source | undefined }>([
    () => ({}),
    () => ({}),
    () => ({ responseMimeType: c.pick(['"text/plain"', '"application/json"', '"text/x.enum"']) }),
    () => ({ responseMimeType: '"application/json"', responseJsonSchema: schema(c) }),
    () => ({
      responseMimeType: c.pick(['"application/json"', '"text/x.enum"']),
      responseSchema: c.pick([
        '{"type":"OBJECT","properties":{"b":{"type":"STRING","nullable":true},"a":{"type":"INTEGER"}},"propertyOrdering":["a","b"]}',
        '{"type":"STRING","enum":["x","y"],"maxLength":"5"}',
        '{"anyOf":[{"type":"NUMBER","maximum":1.0},{"type":"ARRAY","items":{"type":"STRING"}}],"example":12345678901234567890}'
      ])
    })
  ])

const textPart = (c: Choices): Source => object(c, { text: solid(c) }, 3)

const signature = (c: Choices, percent: number): Source | undefined => optional(c, percent, () => '"c2lnbmF0dXJl"')

const userContent = (c: Choices): Source =>
  spelt(c, {
    role: c.pick<Source | undefined>(['"user"', '"user"', '"user"', undefined]),
    parts: array([textPart(c), ...c.list(2, () => mediaPart(c))])
  })

const mediaPart = (c: Choices): Source =>
  c.one([
    () => spelt(c, { inlineData: spelt(c, { mimeType: '"image/png"', data: string(pixel) }) }),
    () =>
      spelt(c, {
        fileData: spelt(c, {
          fileUri: c.pick([
            '"https://generativelanguage.googleapis.com/v1beta/files/a"',
            '"gs://bucket/a.pdf"',
            '"https://example.com/a.png?x=1"',
            '"https://www.youtube.com/watch?v=a"'
          ]),
          mimeType: optional(c, 50, () => '"video/mp4"')
        }),
        videoMetadata: optional(c, 30, () => '{"startOffset":"1s","fps":1.0,"x":2}'),
        mediaResolution: optional(c, 20, () => c.pick(['{"level":"MEDIA_RESOLUTION_HIGH"}', '{"level":"X"}']))
      }),
    () => object(c, { text: solid(c), thoughtSignature: '"c2ln"', partMetadata: optional(c, 30, () => '{"a":1.0}') }),
    () => object(c, { novelty: '{"n":1.0}' }, 0)
  ])

const exchange = (c: Choices, turn: number): readonly Source[] => {
  const named = c.chance(60)
  const names = c.list(2, (index) => (index === 0 ? "get_weather" : "__proto__"))
  const ids = names.map((_, index) => (named ? string(`fc_${turn}_${index}`) : undefined))
  const parts = [
    ...(c.chance(20) ? [object(c, { text: prose(c), thought: "true", thoughtSignature: signature(c, 50) }, 3)] : []),
    ...(c.chance(10) ? code(c) : []),
    ...(names.length === 0 || c.chance(60) ? [textPart(c)] : []),
    ...names.map((name, index) => call(c, name, ids[index], index === 0))
  ]
  const model = object(c, { role: '"model"', parts: array(parts) })
  if (names.length === 0) return [userContent(c), model]
  const results = names.map((name, index) => result(c, name, ids[index]))
  return [
    userContent(c),
    model,
    object(c, {
      role: c.pick(['"user"', '"user"', '"function"']),
      parts: array([...(c.chance(30) ? results.toReversed() : results), ...c.list(1, () => textPart(c))])
    })
  ]
}

const call = (c: Choices, name: string, id: Source | undefined, first: boolean): Source =>
  spelt(c, {
    functionCall: object(c, { id, name: string(name), args: optional(c, 90, () => input(c)) }),
    thoughtSignature: first ? signature(c, 40) : undefined
  })

const result = (c: Choices, name: string, id: Source | undefined): Source =>
  spelt(c, {
    functionResponse: object(c, {
      id,
      name: string(name),
      response: c.one<Source | undefined>([
        () => `{"output":${solid(c)}}`,
        () => `{"error":${solid(c)}}`,
        () => '{"error":{"code":1.0}}',
        () => '{"result":[1.0,{"10":1,"2":2}]}',
        () => "{}",
        () => undefined
      ]),
      parts: optional(c, 15, () => array([`{"inlineData":{"mimeType":"image/png","data":"${pixel}"}}`])),
      scheduling: optional(c, 6, () => '"SILENT"')
    })
  })

const code = (c: Choices): readonly Source[] => [
  spelt(c, { executableCode: object(c, { id: optional(c, 30, () => '"x1"'), language: '"PYTHON"', code: solid(c) }) }),
  spelt(c, {
    codeExecutionResult: object(c, {
      outcome: c.pick(['"OUTCOME_OK"', '"OUTCOME_FAILED"', '"OUTCOME_DEADLINE_EXCEEDED"']),
      output: optional(c, 70, () => prose(c))
    })
  }),
  ...(c.chance(30)
    ? [
        '{"toolCall":{"id":"t1","toolType":"GOOGLE_SEARCH_WEB","args":{"q":1.0}}}',
        '{"toolResponse":{"id":"t1","toolType":"GOOGLE_SEARCH_WEB","response":{"10":1,"2":1}}}'
      ]
    : [])
]

const tool = (c: Choices, index: number): Source =>
  c.one([
    () =>
      spelt(
        c,
        {
          functionDeclarations: array(
            c.list(
              2,
              (order) =>
                spelt(c, {
                  name: string(`tool_${index}_${order}`),
                  description: optional(c, 60, () => prose(c)),
                  ...(c.chance(50)
                    ? { parametersJsonSchema: optional(c, 80, () => schema(c)) }
                    : { parameters: '{"type":"OBJECT","properties":{"a":{"type":"STRING","nullable":true}}}' }),
                  behavior: optional(c, 8, () => '"BLOCKING"')
                }),
              1
            )
          )
        },
        0
      ),
    () => object(c, { googleSearch: c.pick(["{}", '{"excludeDomains":["example.com"]}']) }, 0),
    () => object(c, { webSearch: "{}" }, 0),
    () => object(c, { codeExecution: "{}", urlContext: "{}" }, 0)
  ])

const calling = (c: Choices): Source =>
  c.pick([
    '{"mode":"AUTO"}',
    '{"mode":"ANY"}',
    '{"mode":"NONE"}',
    '{"mode":"ANY","allowedFunctionNames":["tool_0_0"]}',
    '{"mode":"VALIDATED","allowed_function_names":["tool_0_0","tool_1_0"]}',
    '{"mode":"TOMORROW"}',
    '{"mode":"AUTO","streamFunctionCallArguments":false}'
  ])

/** A valid answer of the generate-content format. */
export const generateContentResponse = (c: Choices): Source => {
  const blocked = '{"blockReason":"SAFETY","safetyRatings":[]}'
  const answers = c.chance(90)
  return spelt(c, {
    candidates: answers ? array(c.list(2, (index) => candidate(c, index), 1)) : undefined,
    promptFeedback: answers ? optional(c, 10, () => c.pick([blocked, '{"safetyRatings":[]}'])) : blocked,
    usageMetadata: optional(c, 80, () => usage(c)),
    modelVersion: '"model-1"',
    createTime: c.pick(['"2026-11-01T00:00:00.123456Z"', '"2026-11-01T00:00:00Z"']),
    responseId: '"r-1"'
  })
}

const usage = (c: Choices): Source =>
  spelt(c, {
    promptTokenCount: optional(c, 90, () => "20"),
    cachedContentTokenCount: optional(c, 30, () => "4"),
    candidatesTokenCount: optional(c, 80, () => "18"),
    thoughtsTokenCount: optional(c, 50, () => "12"),
    toolUsePromptTokenCount: optional(c, 20, () => "0"),
    totalTokenCount: optional(c, 80, () => "50"),
    promptTokensDetails: optional(c, 30, () => '[{"modality":"TEXT","tokenCount":20}]'),
    trafficType: optional(c, 10, () => '"ON_DEMAND"')
  })

const candidate = (c: Choices, index: number): Source => {
  const calls = c.list(2, (order) =>
    call(c, "get_weather", c.chance(50) ? string(`fc_${order}`) : undefined, order === 0)
  )
  return spelt(c, {
    content: object(c, {
      role: '"model"',
      parts: array([
        ...(c.chance(30) ? [object(c, { text: prose(c), thought: "true", thoughtSignature: signature(c, 30) })] : []),
        ...(c.chance(10) ? code(c) : []),
        ...c.list(2, () => object(c, { text: prose(c), thoughtSignature: signature(c, 15) })),
        ...(c.chance(10) ? [`{"inlineData":{"mimeType":"image/png","data":"${pixel}"}}`] : []),
        ...calls
      ])
    }),
    finishReason: optional(c, 90, () =>
      c.pick([
        '"STOP"',
        '"STOP"',
        '"MAX_TOKENS"',
        '"SAFETY"',
        '"RECITATION"',
        '"MALFORMED_FUNCTION_CALL"',
        '"TOMORROW"'
      ])
    ),
    finishMessage: optional(c, 8, () => solid(c)),
    index: optional(c, 90, () => String(index)),
    safetyRatings: optional(c, 30, () =>
      c.pick(["[]", '[{"category":"HARM_CATEGORY_HARASSMENT","probability":"LOW"}]'])
    ),
    avgLogprobs: optional(c, 10, () => "-0.10"),
    logprobsResult: optional(c, 10, () =>
      c.pick([
        '{"chosenCandidates":[{"token":"a","logProbability":-0.5,"tokenId":7}]}',
        '{"topCandidates":[{"candidates":[{"token":"a","logProbability":-0.5}]}],"chosenCandidates":[{"token":"a","logProbability":-0.5}]}'
      ])
    ),
    groundingMetadata: optional(c, 10, () =>
      c.pick([
        '{"webSearchQueries":["q"],"groundingChunks":[{"web":{"uri":"https://e.x","title":"e"}}],"groundingSupports":[{"segment":{"endIndex":3},"groundingChunkIndices":[0],"confidenceScores":[0.9]}]}',
        '{"searchEntryPoint":{"renderedContent":"<b>"},"x":1.0}'
      ])
    ),
    citationMetadata: optional(c, 8, () => '{"citations":[{"endIndex":2,"uri":"https://e.x","license":"mit"}]}')
  })
}
