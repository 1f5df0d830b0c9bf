import { describe, expect, it } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { printProblem } from "../../src/config/validators.ts"
import { unchosen } from "./unchosen.ts"
import { uncovered } from "./uncovered.ts"
import { wireNames } from "../../src/core/format.ts"

const sound = `
listen: { host: 0.0.0.0, port: 9000 }
keys:
  - { key: "\${CLIENT_KEY}", name: team, models: ["gpt-*"] }
  - key: another-key
upstreams:
  openai: { format: chat-completions, url: "http://127.0.0.1:1/v1", key: up-1, family: openai }
  anthropic: { key: up-2, family: claude }
models:
  - { match: fast, upstream: openai, model: gpt-4o-mini }
  - { match: "ft-*", upstream: openai, like: gpt-4o }
open: [/openapi.json]
strict: true
unaryReasoning: false
envelope: vendor
wireNames:
  thinkingToContent: [acme_thinking_to_content]
`

const problemsOf = (text: string, variables = {}): readonly string[] => {
  const read = readFile(text, variables)
  return read.ok ? [] : read.error.map(printProblem)
}

const minimal = (more: string): string =>
  `keys: [{ key: a-client }]\nupstreams: { o: { family: openai, key: b } }\n${more}`

describe("a configuration file", () => {
  it("is read from YAML, variables and defaults filled in", () => {
    expect(uncovered(readFile(sound, { CLIENT_KEY: "a-secret" }))).toEqual({
      ok: true,
      value: {
        host: "0.0.0.0",
        port: 9000,
        keys: [
          { key: "a-secret", name: "team", models: ["gpt-*"] },
          { key: "another-key", name: "key-d389cad4adbc" }
        ],
        keyOrigin: "configured",
        upstreams: [
          { name: "openai", family: "openai", format: "chat-completions", url: "http://127.0.0.1:1/v1", key: "up-1" },
          { name: "anthropic", family: "claude", key: "up-2" }
        ],
        routes: [
          { match: "fast", upstream: "openai", model: "gpt-4o-mini" },
          { match: "ft-*", upstream: "openai", like: "gpt-4o" }
        ],
        policies: {
          strict: true,
          unaryReasoning: false,
          envelope: "vendor",
          names: { ...wireNames, thinkingToContent: ["acme_thinking_to_content"] }
        },
        media: {},
        accounts: [],
        loginSecrets: [],
        proxies: 0,
        limits: unchosen,
        stop: { ready: 5, grace: 20 },
        log: { level: "info", form: "text" },
        open: ["/openapi.json"],
        remarks: []
      }
    })
  })

  it("is read from JSON with tabs", () => {
    const text =
      '{\n\t"listen": {"port": 1},\n\t"keys": [{"key": "k"}],\n\t"upstreams": {"c": {"family": "claude", "key": "x"}}\n}'
    expect(readFile(text, {})).toMatchObject({ ok: true, value: { port: 1, host: "127.0.0.1" } })
  })

  it("takes a port from a variable", () => {
    expect(readFile(minimal('listen: { port: "${P}" }'), { P: "81" })).toMatchObject({ ok: true, value: { port: 81 } })
  })
})

const url = "an absolute http or https URL without a user, a query or a fragment, as the vendor's own SDK takes it"

const header = "a header's name (letters, digits and hyphens) that means nothing else to HTTP or to the gateway"

/** What RFC 9110, W3C's traces, the vendors' SDKs and the gateway itself put into headers. */
const takenHeaders =
  "accept accept-encoding anthropic-beta authorization connection content-encoding content-length content-type cookie expect host keep-alive proxy-authorization request-id te traceparent tracestate trailer transfer-encoding upgrade user-agent x-api-key x-request-id".split(
    " "
  )

const upstreamsOf = (more: string): string => `keys: [{ key: a }]\nupstreams:\n  o: { key: b, family: ${more} }`

describe("a client key of seven characters", () => {
  const listening = (host: string, key: string) =>
    readFile(`listen: { host: "${host}" }\nkeys: [{ key: ${key} }]\nupstreams: { o: { family: openai, key: b } }`, {})

  it.each(["127.0.0.1", "127.9.9.9", "::1", "localhost"])("is taken on %s, and remarked on", (host) =>
    expect(listening(host, "seven77")).toMatchObject({
      value: { remarks: ["A key of fewer than 8 characters is soon guessed: it is taken on a loopback address alone."] }
    })
  )

  it.each(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example"])("is refused on %s, where others may try", (host) =>
    expect(
      problemsOf(`listen: { host: "${host}" }\nkeys: [{ key: seven77 }]\nupstreams: { o: { family: openai, key: b } }`)
    ).toEqual(["line 2: `keys[0].key` must have at least 8 characters where other machines reach the gateway."])
  )

  it("may be one longer anywhere", () =>
    expect(listening("0.0.0.0", "eight888")).toMatchObject({ value: { remarks: [] } }))
})

describe("a key that is meant to be a variable", () => {
  it("is told to have braces", () => {
    const file = "keys: [{key: $TEAM_KEY}]\nupstreams: {main: {family: claude, key: $VENDOR_KEY}}"
    expect(problemsOf(file)).toEqual([
      "line 1: `keys[0].key` is plain text, not a variable. Write `${TEAM_KEY}`.",
      "line 2: `upstreams.main.key` is plain text, not a variable. Write `${VENDOR_KEY}`."
    ])
  })
})

const behind = (end: string, vendors: string): string =>
  `must not end in \`${end}\`, which requests add themselves. The vendor's own is \`${vendors}\`.`

const openAi = "https://api.openai.com/v1"

const endings = [
  ["openai", "https://api.openai.com/v1/chat/completions", behind("/chat/completions", openAi)],
  ["openai", "https://api.openai.com/v1/responses/", behind("/responses", openAi)],
  ["openai", "http://proxy.test/v1/embeddings", behind("/embeddings", openAi)],
  ["openai", "https://api.openai.com", `must end in \`/v1\`. The vendor's own is \`${openAi}\`.`],
  ["gptimage", "https://api.openai.com/v1/images/generations", behind("/images/generations", openAi)],
  ["claude", "https://api.anthropic.com/v1", behind("/v1", "https://api.anthropic.com")],
  ["claude", "http://proxy.test/v1/messages", behind("/v1/messages", "https://api.anthropic.com")],
  ["gemini", "http://proxy.test/v1beta/", behind("/v1beta", "https://generativelanguage.googleapis.com")],
  [
    "gemini",
    "http://proxy.test/v1beta/models/m:generateContent",
    behind("/v1beta/models/m:generateContent", "https://generativelanguage.googleapis.com")
  ],
  ["jina", "https://api.jina.ai/v1/rerank", behind("/rerank", "https://api.jina.ai/v1")]
] as const

const wanted = "It must hold an object, with `keys` and `upstreams` at least."

/** Base URLs that look like another vendor's, and are some API's. */
const takenBases = [
  ["openai", "https://api.openai.com/v1/"],
  ["openai", "https://proxy.test"],
  ["compatible", "https://one.services.ai.azure.test/models"],
  ["deepseek", "https://api.deepseek.com"],
  ["deepseek", "https://api.deepseek.com/v1"],
  ["cohere", "https://api.cohere.com/v2"],
  ["vertexveo", "https://host.test/v1"],
  ["claude", "https://api.deepseek.com/anthropic"]
] as const

it.each(takenBases)("takes the base URL of %s: %s", (family, url) => {
  expect(problemsOf(upstreamsOf(`${family}, url: "${url}"`))).toEqual([])
})

it.each([0, 65535])("takes the port %i", (port) => {
  expect(problemsOf(minimal(`listen: { port: ${port} }`))).toEqual([])
})

describe("what is wrong with a configuration file", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "a missing variable",
      minimal('listen: { host: "${NOWHERE}" }'),
      ["line 3: `listen.host` needs the environment variable `NOWHERE`, which is not set."]
    ],
    [
      "a port out of range",
      minimal("listen: { port: 65536 }"),
      ["line 3: `listen.port` must be an integer from 0 to 65535."]
    ],
    [
      "a port that is no number",
      minimal("listen: { port: http }"),
      ["line 3: `listen.port` must be an integer from 0 to 65535."]
    ],
    [
      "an unknown key",
      minimal("listen:\n  prot: 1"),
      ["line 4: `listen.prot` is not a known key. Known keys are `host`, `port`, `proxies`."]
    ],
    [
      "an unknown key at the top",
      minimal("listne: {}"),
      [
        "line 3: `listne` is not a known key. Known keys are `listen`, `keys`, `upstreams`, `models`, `tasks`, `media`, `responses`, `publicUrl`, `node`, `nodes`, `accounts`, `loginSecret`, `loginLife`, `limits`, `stop`, `open`, `log`, `strict`, `unaryReasoning`, `envelope`, `wireNames`."
      ]
    ],
    [
      "missing members",
      "keys: []\n",
      [
        "line 1: `keys[0]` is missing. It must be an object with `key`, `name`, `models`, `routing` and `requests`.",
        "line 1: `upstreams` is missing. It must be an object: a name for each upstream, and its `family`, `url` and `key`."
      ]
    ],
    [
      "a numeric key",
      "keys:\n  - key: 123\nupstreams: { o: { family: openai, key: b } }",
      [
        "line 2: `keys[0].key` must be the key that clients send, visible ASCII characters without spaces (put it in quotes)."
      ]
    ],
    [
      "a numeric secret",
      "keys:\n  - key: a\nupstreams: { o: { family: openai, key: b } }\nloginSecret: 12345678901234567890123456789012\n",
      [
        "line 4: `loginSecret` must be a secret of 32 bytes at least, or a list of such, of which the first signs (put it in quotes)."
      ]
    ],
    [
      "a numeric secret in a list",
      "keys:\n  - key: a\nupstreams: { o: { family: openai, key: b } }\nloginSecret:\n  - 12345678901234567890123456789012\n",
      ["line 5: `loginSecret[0]` must be a secret of 32 bytes at least (put it in quotes)."]
    ],
    [
      "an unknown family",
      "keys: [{ key: a }]\nupstreams:\n  o:\n    family: smoke\n    key: b",
      [
        "line 4: `upstreams.o.family` must be `claude`, `cohere`, `compatible`, `deepseek`, `gemini`, `gptimage`, `jina`, `kimi`, `openai`, `openrouter`, `qwen`, `qwenimage`, `seedance`, `seedream`, `sora`, `veo` or `vertexveo`."
      ]
    ],
    [
      "no URL where no vendor has one",
      "keys: [{ key: a }]\nupstreams:\n  o: { family: compatible, key: b }\n  p: { family: vertexveo, key: b, url: null }",
      [
        "line 3: `upstreams.o.url` is missing. It must be an absolute http or https URL without a user, a query or a fragment, as the vendor's own SDK takes it.",
        "line 4: `upstreams.p.url` must be an absolute http or https URL without a user, a query or a fragment, as the vendor's own SDK takes it."
      ]
    ],
    [
      "a format that the family does not speak",
      "keys: [{ key: a }]\nupstreams:\n  o: { family: openai, format: messages, key: b }",
      ["line 3: `upstreams.o.format` must be `chat-completions` or `responses`: it is what the family `openai` speaks."]
    ],
    [
      "a format that the family does not speak among those that it does",
      "keys: [{ key: a }]\nupstreams:\n  o: { family: openai, format: [responses, messages], key: b }",
      ["line 3: `upstreams.o.format` must be `chat-completions` or `responses`: it is what the family `openai` speaks."]
    ],
    [
      "no format",
      "keys: [{ key: a }]\nupstreams:\n  o: { family: openai, format: [], key: b }",
      [
        "line 3: `upstreams.o.format` must be `ark-images`, `ark-videos`, `chat-completions`, `cohere-rerank`, `dashscope-images`, `generate-content`, `messages`, `openai-images`, `openai-videos`, `rerank`, `responses` or `veo`, or a list of them."
      ]
    ],
    [
      "a URL without its scheme",
      "keys: [{ key: a }]\nupstreams:\n  o: { family: openai, url: localhost/v1, key: b }",
      [`line 3: \`upstreams.o.url\` must be ${url}.`]
    ],
    [
      "a route to nowhere",
      minimal("models:\n  - { match: a, upstream: o }\n  - { match: b, upstream: p }"),
      ["line 5: `models[1].upstream` must be the name of one of the `upstreams`: `o`."]
    ],
    [
      "a route to nowhere, where an upstream's name may be somebody's key",
      "keys: [{ key: a }]\nupstreams: { '{ key: a-key-of-mine }': { family: openai, key: b } }\nmodels: [{ match: a, upstream: p }]",
      ["line 3: `models[0].upstream` must be the name of one of the `upstreams`: `…`."]
    ],
    [
      "a model that the family of its upstream does not list",
      minimal(
        "models:\n  - { match: a, upstream: o, like: gpt-4o-2024-08-06 }\n  - { match: b, upstream: o, like: gpt-9 }\n  - { match: c, upstream: o, like: text-embedding-3-small }"
      ),
      [
        expect.stringMatching(
          /^line 5: `models\[1\]\.like` must be a model that the family `openai` lists: .*`gpt-4o`, /
        )
      ]
    ],
    [
      "a likeness where no models are known",
      `${upstreamsOf('compatible, url: "http://127.0.0.1:8000/v1"')}\nmodels: [{ match: a, upstream: o, like: gpt-4o }]`,
      ["line 4: `models[0].like` must be left out: the family `compatible` lists no models."]
    ],
    [
      "a key that stands twice, without showing it",
      "keys:\n  - { key: a }\n  - { key: b }\n  - { key: a, name: other }\nupstreams: { o: { family: openai, key: b } }",
      ["line 4: `keys[2].key` is the same as `keys[0].key`. Each key may occur only once."]
    ],
    [
      "keys that no header can carry",
      'keys: [{ key: "a b" }]\nupstreams:\n  o: { family: openai, key: "schlüssel" }',
      [
        "line 1: `keys[0].key` must be the key that clients send, visible ASCII characters without spaces (put it in quotes).",
        "line 3: `upstreams.o.key` must be the vendor's key, visible ASCII characters without spaces (put it in quotes)."
      ]
    ],
    ...[...takenHeaders, "Content-Length", "bad header", "größe", ""].map(
      (name): readonly [string, string, readonly string[]] => [
        `a header that cannot be chosen: ${name}`,
        minimal(`wireNames: { contentKeyHeader: "${name}" }`),
        [`line 3: \`wireNames.contentKeyHeader\` must be ${header}.`]
      ]
    ),
    [
      "a page that cannot be opened",
      minimal("open: [/openapi.json, /v1/models]"),
      ["line 3: `open[1]` must be `/openapi.json` or `/metrics`."]
    ],
    ["a policy that is no flag", minimal('strict: "yes"'), ["line 3: `strict` must be `true` or `false`."]],
    [
      "an envelope that nobody knows",
      minimal("envelope: paper"),
      ["line 3: `envelope` must be `auto`, `spec` or `vendor`."]
    ],
    [
      "one header for two purposes",
      minimal("wireNames: { contentKeyHeader: X-Own, messagesVersionHeader: x-own }"),
      ["line 3: `wireNames.contentKeyHeader` must differ from `wireNames.messagesVersionHeader`."]
    ],
    [
      "a header that is the other's",
      minimal("wireNames: { messagesVersionHeader: X-Goog-Api-Key }"),
      ["line 3: `wireNames.messagesVersionHeader` must differ from `wireNames.contentKeyHeader`."]
    ],
    ["no upstreams", "keys: [{ key: a }]\nupstreams: {}", ["line 2: `upstreams` must hold at least one upstream."]],
    ["a list", "- a", [`line 1: The file is not an object. ${wanted}`]],
    ["an empty file", "", [`The file is empty. ${wanted}`]],
    ["a file of comments alone", "# keys: []\n", [`The file is empty. ${wanted}`]],
    ...endings.map(([family, given, message]): readonly [string, string, readonly string[]] => [
      `a base URL that the calls of ${family} do not begin with: ${given}`,
      upstreamsOf(`${family}, url: "${given}"`),
      [`line 3: \`upstreams.o.url\` ${message}`]
    ])
  ]

  it.each(cases)("names %s", (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })

  it("names the line of what is no YAML", () => {
    expect(problemsOf('keys: [{ key: "a }]\n')).toEqual([
      'line 2: The file is neither YAML nor JSON: Missing closing "quote.'
    ])
  })

  it.each(["? { a: b }\n: 1\n", "? [a]\n: 1\n", "? ? a\n"])("takes no mapping and no list for a name: %j", (text) => {
    expect(problemsOf(text)).toEqual(["line 1: The file is neither YAML nor JSON: Map keys must be texts."])
  })

  it("is told all at once, in the order of the file", () => {
    const text = [
      "listen: { port: 70000 }",
      "keys:",
      '  - { key: "${NOWHERE}" }',
      "  - { key: a }",
      "  - { key: a }",
      "upstreams:",
      "  o: { family: openai, format: messages, url: here, key: b }",
      "  p: { family: smoke, key: 5 }",
      "models:",
      "  - { match: a, upstream: o, like: gpt-9 }",
      "  - { match: b, upstream: q }",
      "wireNames: { contentKeyHeader: host }",
      "more: 1"
    ]
    const keys = problemsOf(text.join("\n")).map((it) => it.split("` ", 1)[0])
    expect(keys).toEqual([
      "line 1: `listen.port",
      "line 3: `keys[0].key",
      "line 5: `keys[2].key",
      "line 7: `upstreams.o.format",
      "line 7: `upstreams.o.url",
      "line 8: `upstreams.p.family",
      "line 8: `upstreams.p.key",
      "line 10: `models[0].like",
      "line 11: `models[1].upstream",
      "line 12: `wireNames.contentKeyHeader",
      "line 13: `more"
    ])
  })

  it("names a place once, by what lacks a variable", () => {
    expect(problemsOf(minimal('wireNames: { contentKeyHeader: "${NOWHERE}" }'))).toEqual([
      "line 3: `wireNames.contentKeyHeader` needs the environment variable `NOWHERE`, which is not set."
    ])
  })

  it("names all lines that are no YAML", () => {
    expect(problemsOf("keys: []\nkeys: []\nlisten: {}\nlisten: {}\n")).toEqual([
      expect.stringMatching(/^line 2: .*unique/),
      expect.stringMatching(/^line 4: .*unique/)
    ])
  })

  it("names a key that occurs twice", () => {
    expect(problemsOf("keys: [{ key: a }]\nkeys: []")).toEqual([expect.stringMatching(/^line 2: .*unique/)])
  })
})
