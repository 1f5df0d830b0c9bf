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

/** A valid request body of the Responses API, in a spelling picked at random. */
export const responsesRequest = (c: Choices): Source =>
  object(c, {
    model: string("model-1"),
    input: c.chance(15) ? solid(c) : array([...c.list(3, (turn) => exchange(c, turn)).flat(), userMessage(c)]),
    instructions: optional(c, 40, () => solid(c)),
    tools: optional(c, 40, () => array(c.list(3, (index) => tool(c, index), 1))),
    tool_choice: optional(c, 15, () => c.pick(['"auto"', '"none"', '"required"'])),
    parallel_tool_calls: optional(c, 20, () => c.pick(["true", "false"])),
    max_output_tokens: optional(c, 40, () => c.pick(["16", "1024"])),
    temperature: optional(c, 20, () => ratio(c)),
    top_p: optional(c, 15, () => ratio(c)),
    reasoning: optional(c, 25, () =>
      object(c, {
        effort: optional(c, 70, () => c.pick(['"low"', '"high"', '"none"'])),
        summary: optional(c, 50, () => c.pick(['"auto"', '"detailed"']))
      })
    ),
    text: optional(c, 20, () =>
      object(c, {
        format: optional(c, 70, () =>
          c.pick(['{"type":"text"}', `{"type":"json_schema","name":"answer","schema":${schema(c)},"strict":true}`])
        ),
        verbosity: optional(c, 40, () => '"low"')
      })
    ),
    stream: optional(c, 30, () => c.pick(["true", "false"])),
    store: optional(c, 40, () => c.pick(["true", "false"])),
    include: optional(c, 20, () => '["reasoning.encrypted_content"]'),
    metadata: optional(c, 15, () => '{"a":"b"}'),
    service_tier: optional(c, 10, () => c.pick(['"auto"', '"default"'])),
    prompt_cache_key: optional(c, 10, () => solid(c)),
    safety_identifier: optional(c, 10, () => solid(c)),
    client_metadata: optional(c, 8, () => '{"x":"y"}')
  })

const userMessage = (c: Choices): Source =>
  object(c, {
    type: maybe(c, 60, () => '"message"'),
    role: c.pick(['"user"', '"user"', '"developer"', '"system"']),
    content: c.chance(40) ? solid(c) : array([inputText(c), ...(c.chance(20) ? [image(c)] : [])])
  })

const inputText = (c: Choices): Source => object(c, { type: '"input_text"', text: solid(c) })

const image = (c: Choices): Source =>
  object(c, {
    type: '"input_image"',
    image_url: c.pick([string(`data:image/png;base64,${pixel}`), '"https://example.com/a.png"']),
    detail: optional(c, 40, () => '"low"')
  })

const exchange = (c: Choices, turn: number): readonly Source[] => {
  const ids = c.list(2, (index) => `call_${turn}_${index}`)
  const thought = c.chance(25) ? [reasoning(c, `rs_${turn}`)] : []
  const said = ids.length === 0 || c.chance(50) ? [message(c, `msg_${turn}`)] : []
  const results = ids.map((id) =>
    object(c, {
      type: '"function_call_output"',
      call_id: string(id),
      output: c.chance(70) ? solid(c) : array([inputText(c)])
    })
  )
  return [
    object(c, { role: '"user"', content: solid(c) }),
    ...thought,
    ...said,
    ...ids.map((id) => call(c, id)),
    ...(c.chance(30) ? results.toReversed() : results)
  ]
}

const message = (c: Choices, id: string): Source =>
  object(c, {
    type: '"message"',
    id: maybe(c, 60, () => string(id)),
    role: '"assistant"',
    status: maybe(c, 60, () => '"completed"'),
    content: array([object(c, { type: '"output_text"', text: solid(c), annotations: "[]" })])
  })

const reasoning = (c: Choices, id: string): Source =>
  object(c, {
    type: '"reasoning"',
    id: string(id),
    summary: c.chance(60) ? array([object(c, { type: '"summary_text"', text: solid(c) }, 0)]) : "[]",
    encrypted_content: '"Z0FBQUFB"'
  })

const call = (c: Choices, id: string): Source =>
  object(c, {
    type: '"function_call"',
    id: maybe(c, 60, () => string(`fc_${id}`)),
    call_id: string(id),
    name: c.pick(['"get_weather"', '"__proto__"']),
    arguments: argumentsText(c),
    status: maybe(c, 50, () => '"completed"')
  })

const tool = (c: Choices, index: number): Source =>
  c.one([
    () =>
      object(c, {
        type: '"function"',
        name: string(`tool_${index}`),
        description: optional(c, 60, () => prose(c)),
        parameters: schema(c),
        strict: c.pick(["true", "false"])
      }),
    () => object(c, { type: '"custom"', name: string(`free_${index}`), description: optional(c, 50, () => prose(c)) }),
    () =>
      object(c, {
        type: '"namespace"',
        name: string(`ns_${index}`),
        tools: array([object(c, { type: '"function"', name: '"spawn"', parameters: schema(c), strict: "false" })])
      })
  ])

/** A valid answer of the Responses API. */
export const responsesResponse = (c: Choices): Source => {
  const calls = c.list(2, (index) => answerCall(c, index))
  const cut = calls.length === 0 && c.chance(20)
  return object(c, {
    id: '"resp_1"',
    object: '"response"',
    created_at: c.pick(["1790000000", "1790000000.0"]),
    completed_at: maybe(c, 30, () => "1790000001"),
    status: cut ? '"incomplete"' : '"completed"',
    error: maybe(c, 70, () => "null"),
    incomplete_details: cut
      ? `{"reason":${c.pick(['"max_output_tokens"', '"content_filter"'])}}`
      : maybe(c, 50, () => "null"),
    model: '"model-1"',
    output: array([
      ...(c.chance(30) ? [reasoning(c, "rs_1")] : []),
      ...(c.chance(10) ? [search(c)] : []),
      ...c.list(2, (index) => answerMessage(c, index)),
      ...(c.chance(8) ? [picture(c)] : []),
      ...calls
    ]),
    usage: optional(c, 85, () =>
      object(c, {
        input_tokens: "16",
        input_tokens_details: '{"cached_tokens":4,"cache_write_tokens":0}',
        output_tokens: "42",
        output_tokens_details: '{"reasoning_tokens":7}',
        total_tokens: "58"
      })
    ),
    tools: maybe(c, 40, () => "[]"),
    text: maybe(c, 40, () => '{"format":{"type":"text"}}'),
    service_tier: optional(c, 30, () => '"default"')
  })
}

const answerMessage = (c: Choices, index: number): Source =>
  object(c, {
    type: '"message"',
    id: string(`msg_${index}`),
    status: '"completed"',
    role: '"assistant"',
    phase: optional(c, 10, () => '"final_answer"'),
    content: array(
      c.list(
        2,
        () =>
          c.chance(85)
            ? object(c, {
                type: '"output_text"',
                text: prose(c),
                annotations: c.chance(25)
                  ? '[{"type":"url_citation","url":"https://example.com","title":"t","start_index":0,"end_index":1}]'
                  : "[]",
                logprobs: maybe(c, 60, () => "[]")
              })
            : object(c, { type: '"refusal"', refusal: solid(c) }),
        1
      )
    )
  })

const answerCall = (c: Choices, index: number): Source =>
  c.chance(80)
    ? object(c, {
        type: '"function_call"',
        id: string(`fc_${index}`),
        call_id: string(`call_${index}`),
        name: c.pick(['"get_weather"', '"__proto__"']),
        arguments: argumentsText(c),
        status: '"completed"'
      })
    : object(c, {
        type: '"custom_tool_call"',
        id: string(`ctc_${index}`),
        call_id: string(`call_${index}`),
        name: '"apply_patch"',
        input: prose(c),
        status: '"completed"'
      })

const search = (c: Choices): Source =>
  object(c, {
    type: '"web_search_call"',
    id: '"ws_1"',
    status: '"completed"',
    action: '{"type":"search","query":"q"}'
  })

const picture = (c: Choices): Source =>
  object(c, { type: '"image_generation_call"', id: '"ig_1"', status: '"completed"', result: string(pixel) })
