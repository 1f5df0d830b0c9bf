import type { Choices } from "../choices.ts"
import {
  array,
  input,
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

/** A valid request body of the messages format, in a spelling picked at random. */
export const messagesRequest = (c: Choices): Source =>
  object(c, {
    model: string("model-1"),
    max_tokens: c.pick(["1", "1024", "4096"]),
    messages: array([...c.list(3, (turn) => exchange(c, turn)).flat(), userMessage(c)]),
    system: optional(c, 50, () => (c.chance(50) ? solid(c) : array(c.list(2, () => textBlock(c), 1)))),
    tools: optional(c, 40, () => array(c.list(3, (index) => tool(c, index), 1))),
    tool_choice: optional(c, 20, () => toolChoice(c)),
    temperature: optional(c, 20, () => ratio(c)),
    top_p: optional(c, 15, () => ratio(c)),
    top_k: optional(c, 15, () => c.pick(["0", "40"])),
    stream: optional(c, 30, () => c.pick(["true", "false"])),
    stop_sequences: optional(c, 20, () => c.pick(["[]", '["END"]', '["END","é"]'])),
    thinking: optional(c, 20, () =>
      c.pick([
        '{"type":"enabled","budget_tokens":2000}',
        '{"type":"disabled"}',
        '{"type":"adaptive"}',
        '{"type":"adaptive","display":"omitted"}'
      ])
    ),
    output_config: optional(c, 10, () =>
      object(c, {
        effort: optional(c, 60, () => '"high"'),
        format: optional(c, 50, () => `{"type":"json_schema","schema":${schema(c)}}`)
      })
    ),
    metadata: optional(c, 15, () => object(c, { user_id: optional(c, 80, () => solid(c)) })),
    service_tier: optional(c, 10, () => c.pick(['"auto"', '"standard_only"'])),
    cache_control: optional(c, 8, () => cacheControl(c)),
    mcp_servers: optional(c, 4, () => '[{"type":"url","name":"m","url":"https://example.com/mcp"}]'),
    context_management: optional(c, 4, () => '{"edits":[{"type":"clear_tool_uses_20250919"}]}'),
    container: optional(c, 4, () => '"container_1"')
  })

const cacheControl = (c: Choices): Source =>
  c.pick([
    '{"type":"ephemeral"}',
    '{"type":"ephemeral","ttl":"1h"}',
    '{"type":"ephemeral","ttl":"5m"}',
    '{"type":"persistent"}'
  ])

const textBlock = (c: Choices): Source =>
  object(c, { type: '"text"', text: solid(c), cache_control: optional(c, 15, () => cacheControl(c)) })

const userMessage = (c: Choices): Source =>
  object(c, {
    role: '"user"',
    content: c.chance(40) ? solid(c) : array([textBlock(c), ...c.list(2, () => mediaBlock(c))])
  })

const mediaBlock = (c: Choices): Source =>
  c.one([
    () => image(c),
    () => object(c, { type: '"image"', source: '{"type":"url","url":"https://example.com/a.png"}' }),
    () =>
      object(c, {
        type: '"document"',
        source: c.pick([
          '{"type":"base64","media_type":"application/pdf","data":"JVBERi0="}',
          '{"type":"text","media_type":"text/plain","data":"é"}',
          '{"type":"content","content":"inside"}',
          '{"type":"url","url":"https://example.com/a.pdf"}',
          '{"type":"file","file_id":"file_1"}'
        ]),
        title: optional(c, 30, () => solid(c)),
        context: optional(c, 20, () => solid(c)),
        citations: optional(c, 30, () => '{"enabled":true}')
      }),
    () =>
      object(c, {
        type: '"search_result"',
        source: '"https://example.com"',
        title: solid(c),
        content: array([textBlock(c)])
      }),
    () => object(c, { type: '"novelty"', novelty: '{"n":1.0}' })
  ])

const image = (c: Choices): Source =>
  object(c, {
    type: '"image"',
    source: object(c, { type: '"base64"', media_type: '"image/png"', data: string(pixel) }),
    cache_control: optional(c, 10, () => cacheControl(c))
  })

const exchange = (c: Choices, turn: number): readonly Source[] => {
  const ids = c.list(2, (index) => `toolu_${turn}_${index}`)
  const before = [
    ...(c.chance(15) ? [object(c, { type: '"thinking"', thinking: prose(c), signature: '"c2lnbmF0dXJl"' })] : []),
    ...(c.chance(8) ? [object(c, { type: '"redacted_thinking"', data: '"cmVkYWN0ZWQ="' })] : []),
    ...(c.chance(8) ? provider(c, turn) : [])
  ]
  const said = ids.length === 0 || c.chance(60) ? [textBlock(c)] : []
  const assistant = object(c, {
    role: '"assistant"',
    content: array([...before, ...said, ...ids.map((id) => toolUse(c, id))])
  })
  if (ids.length === 0)
    return [userMessage(c), c.chance(30) ? object(c, { role: '"assistant"', content: solid(c) }) : assistant]
  const after = c.chance(30) ? [textBlock(c)] : []
  const results = ids.map((id) => toolResult(c, id))
  return [
    userMessage(c),
    assistant,
    object(c, { role: '"user"', content: array([...(c.chance(30) ? results.toReversed() : results), ...after]) })
  ]
}

const provider = (c: Choices, turn: number): readonly Source[] => [
  object(c, {
    type: '"server_tool_use"',
    id: string(`srvtoolu_${turn}`),
    name: '"web_search"',
    input: '{"query":"x"}'
  }),
  object(c, {
    type: '"web_search_tool_result"',
    tool_use_id: string(`srvtoolu_${turn}`),
    content:
      '[{"type":"web_search_result","url":"https://example.com","title":"t","encrypted_content":"ZW5j","page_age":null}]'
  })
]

const toolUse = (c: Choices, id: string): Source =>
  object(c, {
    type: '"tool_use"',
    id: string(id),
    name: c.pick(['"get_weather"', '"__proto__"']),
    input: input(c),
    cache_control: optional(c, 8, () => cacheControl(c))
  })

const toolResult = (c: Choices, id: string): Source =>
  object(c, {
    type: '"tool_result"',
    tool_use_id: string(id),
    content: c.one<Source | undefined>([
      () => solid(c),
      () => array([textBlock(c)]),
      () => undefined,
      () => array([textBlock(c), image(c)]),
      () => '""',
      () => "[]"
    ]),
    is_error: optional(c, 20, () => c.pick(["true", "false"]))
  })

const tool = (c: Choices, index: number): Source =>
  c.one([
    () =>
      object(c, {
        name: string(`tool_${index}`),
        description: optional(c, 60, () => prose(c)),
        input_schema: schema(c),
        type: optional(c, 15, () => '"custom"'),
        strict: optional(c, 10, () => "true"),
        cache_control: optional(c, 15, () => cacheControl(c))
      }),
    () => object(c, { type: '"web_search_20250305"', name: '"web_search"', max_uses: optional(c, 50, () => "3") }),
    () => object(c, { type: '"bash_20250124"', name: '"bash"' })
  ])

const toolChoice = (c: Choices): Source =>
  c.one([
    () => '{"type":"auto"}',
    () => '{"type":"any"}',
    () => '{"type":"none"}',
    () => '{"type":"tool","name":"tool_0"}',
    () => '{"type":"auto","disable_parallel_tool_use":true}'
  ])

/** A valid answer of the messages format. */
export const messagesResponse = (c: Choices): Source => {
  const calls = c.list(2, (index) =>
    toolUse(c, `toolu_${index}`)
      .replace(/"cache_control":(?:null|\{[^}]*\})\s*,?\s*/, "")
      .replace(/,\s*\}$/, "}")
  )
  return object(c, {
    id: '"msg_1"',
    type: '"message"',
    role: '"assistant"',
    model: '"model-1"',
    content: array([
      ...(c.chance(30) ? [object(c, { type: '"thinking"', thinking: prose(c), signature: '"c2lnbmF0dXJl"' })] : []),
      ...(c.chance(10) ? provider(c, 0) : []),
      ...c.list(2, () =>
        object(c, {
          type: '"text"',
          text: prose(c),
          citations: optional(c, 20, () =>
            c.pick([
              "[]",
              '[{"type":"web_search_result_location","url":"https://example.com","title":"t","encrypted_index":"ZQ==","cited_text":"x"}]'
            ])
          )
        })
      ),
      ...calls
    ]),
    stop_reason: calls.length > 0 ? '"tool_use"' : c.pick(['"end_turn"', '"max_tokens"', '"refusal"', '"pause_turn"']),
    stop_sequence: maybe(c, 80, () => "null"),
    usage: object(c, {
      input_tokens: "16",
      output_tokens: "42",
      cache_read_input_tokens: optional(c, 50, () => "4"),
      cache_creation_input_tokens: optional(c, 50, () => "0"),
      service_tier: optional(c, 20, () => '"standard"')
    })
  })
}
