import type { Choices } from "../choices.ts"
import {
  argumentsText,
  array,
  maybe,
  object,
  optional,
  pixel,
  prose,
  ratio,
  schema,
  solid,
  type Source,
  string
} from "./wire.ts"

/** A valid request body of the chat-completions format, in a spelling picked at random. */
export const chatCompletionsRequest = (c: Choices): Source =>
  object(c, {
    model: string("model-1"),
    messages: array([
      ...(c.chance(50) ? [system(c)] : []),
      ...c.list(3, (turn) => exchange(c, turn)).flat(),
      userMessage(c)
    ]),
    tools: optional(c, 40, () => array(c.list(3, (index) => tool(c, index), 1))),
    temperature: optional(c, 25, () => ratio(c)),
    top_p: optional(c, 20, () => ratio(c)),
    max_tokens: optional(c, 20, () => c.pick(["1", "100", "4096"])),
    max_completion_tokens: optional(c, 15, () => c.pick(["1", "100"])),
    stop: optional(c, 20, () => c.pick(['"END"', '["END","é"]', "[]"])),
    n: optional(c, 10, () => c.pick(["1", "2"])),
    stream: optional(c, 30, () => c.pick(["true", "false"])),
    seed: optional(c, 15, () => c.pick(["0", "7"])),
    presence_penalty: optional(c, 10, () => c.pick(["0", "-1.5"])),
    frequency_penalty: optional(c, 10, () => c.pick(["0", "2"])),
    logit_bias: optional(c, 10, () => '{"50256":-100,"7":1}'),
    logprobs: optional(c, 10, () => c.pick(["true", "false"])),
    top_logprobs: optional(c, 10, () => c.pick(["0", "5"])),
    user: optional(c, 15, () => solid(c)),
    safety_identifier: optional(c, 8, () => solid(c)),
    store: optional(c, 10, () => c.pick(["true", "false"])),
    metadata: optional(c, 10, () => '{"10":"a","2":"b"}'),
    service_tier: optional(c, 10, () => c.pick(['"auto"', '"flex"', '"novel"'])),
    verbosity: optional(c, 10, () => '"low"'),
    parallel_tool_calls: optional(c, 15, () => c.pick(["true", "false"])),
    tool_choice: optional(c, 20, () => toolChoice(c)),
    response_format: optional(c, 20, () => responseFormat(c)),
    reasoning_effort: optional(c, 15, () => c.pick(['"low"', '"none"', '"high"'])),
    enable_thinking: optional(c, 8, () => c.pick(["true", "false"])),
    thinking: optional(c, 8, () => c.pick(['{"type":"enabled"}', '{"type":"disabled"}'])),
    modalities: optional(c, 5, () => '["text"]'),
    prediction: optional(c, 5, () => `{"type":"content","content":${solid(c)}}`),
    prompt_cache_key: optional(c, 8, () => '"k"'),
    web_search_options: optional(c, 6, () => c.pick(["{}", '{"search_context_size":"low"}'])),
    stream_options: optional(c, 10, () => c.pick(['{"include_usage":true}', "{}"])),
    top_k: optional(c, 6, () => "40")
  })

const system = (c: Choices): Source =>
  object(c, { role: c.pick(['"system"', '"developer"']), content: c.chance(30) ? array([textPart(c)]) : prose(c) })

const textPart = (c: Choices): Source => object(c, { type: '"text"', text: prose(c) })

const userMessage = (c: Choices): Source =>
  object(c, {
    role: '"user"',
    content: c.one([() => solid(c), () => array([textPart(c), ...c.list(2, () => mediaPart(c))]), () => prose(c)]),
    name: optional(c, 8, () => '"ann"')
  })

const mediaPart = (c: Choices): Source =>
  c.one([
    () =>
      object(c, {
        type: '"image_url"',
        image_url: object(c, { url: string(`data:image/png;base64,${pixel}`), detail: optional(c, 30, () => '"high"') })
      }),
    () => object(c, { type: '"image_url"', image_url: object(c, { url: '"https://example.com/a.png"' }) }),
    () =>
      object(c, {
        type: '"file"',
        file: object(c, { file_data: string(`data:application/pdf;base64,JVBERi0=`), filename: '"a.pdf"' })
      }),
    () =>
      object(c, {
        type: '"input_audio"',
        input_audio: object(c, { data: '"UklGRg=="', format: c.pick(['"wav"', '"mp3"']) })
      }),
    () => object(c, { type: '"novelty"', novelty: '{"n":1.0}' })
  ])

const exchange = (c: Choices, turn: number): readonly Source[] => {
  const ids = c.list(2, (index) => `call_${turn}_${index}`)
  const content = c.one<Source | undefined>([() => prose(c), () => "null", () => array([textPart(c)]), () => undefined])
  const assistant = object(c, {
    role: '"assistant"',
    content: ids.length === 0 ? (content === undefined || content === "null" ? prose(c) : content) : content,
    tool_calls: ids.length === 0 ? undefined : array(ids.map((id) => toolCall(c, id))),
    refusal: optional(c, 8, () => prose(c)),
    reasoning_content: maybe(c, 10, () => solid(c)),
    name: optional(c, 5, () => '"bot"')
  })
  const results = ids.map((id) =>
    object(c, { role: '"tool"', tool_call_id: string(id), content: c.chance(70) ? prose(c) : array([textPart(c)]) })
  )
  return [userMessage(c), assistant, ...(c.chance(30) ? results.toReversed() : results)]
}

const toolCall = (c: Choices, id: string): Source =>
  object(c, {
    id: string(id),
    type: '"function"',
    function: object(c, { name: c.pick(['"get_weather"', '"__proto__"']), arguments: argumentsText(c) })
  })

const tool = (c: Choices, index: number): Source =>
  c.one([
    () =>
      object(c, {
        type: '"function"',
        function: object(c, {
          name: string(`tool_${index}`),
          description: optional(c, 60, () => prose(c)),
          parameters: optional(c, 80, () => schema(c)),
          strict: optional(c, 20, () => c.pick(["true", "false"]))
        })
      }),
    () =>
      object(c, {
        type: '"custom"',
        custom: object(c, { name: string(`tool_${index}`), description: optional(c, 50, () => prose(c)) })
      })
  ])

const toolChoice = (c: Choices): Source =>
  c.one([
    () => '"auto"',
    () => '"none"',
    () => '"required"',
    () => '{"type":"function","function":{"name":"tool_0"}}',
    () =>
      '{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"tool_0"}}]}}'
  ])

const responseFormat = (c: Choices): Source =>
  c.one([
    () => '{"type":"text"}',
    () => '{"type":"json_object"}',
    () =>
      object(c, {
        type: '"json_schema"',
        json_schema: object(c, { name: '"answer"', schema: schema(c), strict: optional(c, 50, () => "true") })
      })
  ])

/** A valid answer of the chat-completions format. */
export const chatCompletionsResponse = (c: Choices): Source =>
  object(c, {
    id: '"chatcmpl-1"',
    object: '"chat.completion"',
    created: "1790000000",
    model: '"model-1"',
    choices: array(c.list(2, (index) => choice(c, index), 1)),
    usage: optional(c, 80, () => usage(c)),
    system_fingerprint: optional(c, 20, () => '"fp_1"'),
    service_tier: optional(c, 20, () => '"default"')
  })

const choice = (c: Choices, index: number): Source => {
  const calls = c.list(2, (at) => toolCall(c, `call_${at}`))
  return object(c, {
    index: String(index),
    message: object(c, {
      role: '"assistant"',
      content: calls.length > 0 && c.chance(50) ? "null" : prose(c),
      refusal: optional(c, 20, () => prose(c)),
      reasoning_content: maybe(c, 20, () => solid(c)),
      tool_calls: calls.length === 0 ? undefined : array(calls),
      annotations: maybe(c, 15, () => "[]")
    }),
    logprobs: optional(
      c,
      15,
      () => '{"content":[{"token":"a","logprob":-0.5,"bytes":[97],"top_logprobs":[]}],"refusal":null}'
    ),
    finish_reason: calls.length > 0 ? '"tool_calls"' : c.pick(['"stop"', '"length"', '"content_filter"'])
  })
}

const usage = (c: Choices): Source =>
  object(c, {
    prompt_tokens: "20",
    completion_tokens: "30",
    total_tokens: "50",
    prompt_tokens_details: optional(c, 50, () => '{"cached_tokens":4}'),
    completion_tokens_details: optional(c, 50, () => '{"reasoning_tokens":12}')
  })
