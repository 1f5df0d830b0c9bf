import { describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { readFile } from "../../src/config/file.ts"
import { printProblem } from "../../src/config/validators.ts"
import { uncovered } from "./uncovered.ts"

const minimal = (more: string): string => `keys: [{ key: a }]\nupstreams: { o: { family: sora, key: b } }\n${more}`

const readOf = (text: string): unknown => {
  const read = readFile(minimal(text), {})
  return read.ok ? uncovered(read.value) : read.error.map(printProblem)
}

const from = (variables: Readonly<Record<string, string>>): unknown => {
  const read = fromEnvironment(variables, "made")
  return read.ok ? uncovered(read.value) : read.error
}

const secret = "0123456789abcdef0123456789abcdef"
const hash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0$YSBkaWdlc3QgdGhhdCBpcyBub25l"
const signs = `loginSecret: ${secret}`
const place =
  "`memory`, `file:` and the path of a file, or the `redis://` or `rediss://` URL of a Redis, behind whose host the number of a database may stand"

describe("where tasks are kept", () => {
  it.each([
    ["memory", { kind: "memory" }],
    ["file:tasks.sqlite", { kind: "file", path: "tasks.sqlite" }],
    ["file:/var/lib/isogloss/a b.sqlite", { kind: "file", path: "/var/lib/isogloss/a b.sqlite" }],
    ["redis://127.0.0.1:6379/2", { kind: "redis", url: "redis://127.0.0.1:6379/2" }],
    ["rediss://u:p@redis.example", { kind: "redis", url: "rediss://u:p@redis.example" }]
  ])("is %s", (text, tasks) => {
    expect(readOf(`tasks: "${text}"`)).toMatchObject({ tasks })
    expect(from({ ISOGLOSS_TASKS: text })).toMatchObject({ tasks })
  })

  it.each([
    "disk",
    "file:",
    "file:///srv/tasks",
    "file:folder/",
    "redis:",
    "redis://",
    "redis://a/abc",
    "redis://a/1/2",
    "redis://a:%zz@b",
    "http://a",
    "Memory"
  ])("is not %j", (text) => {
    expect(readOf(`tasks: "${text}"`)).toEqual([`line 3: \`tasks\` must be ${place}.`])
    expect(from({ ISOGLOSS_TASKS: text })).toEqual([{ key: "ISOGLOSS_TASKS", message: `must be ${place}.` }])
  })

  it("is nowhere that somebody said where nothing is said", () => {
    expect(readOf("")).not.toHaveProperty("tasks")
    expect(from({ ISOGLOSS_TASKS: "" })).not.toHaveProperty("tasks")
  })
})

describe("what is kept, and how it is told", () => {
  it("is read from a file", () => {
    const text = [
      "media: { path: /var/media, medium: 1000, all: 2000 }",
      'publicUrl: "https://gateway.example/ai"',
      'node: b\nnodes: { a: "http://10.0.0.1:8787", b: "http://10.0.0.2:8787" }',
      `accounts: [{ username: ada, hash: "${hash}", name: team, models: ["veo-*"] }]`,
      `loginSecret: ["${secret}", "${secret}-of-before"]`,
      "listen: { proxies: 2 }",
      "tasks: redis://10.0.0.3",
      "responses: { store: 'file:/var/responses.sqlite', ttl: 60, cap: 5000 }",
      "loginLife: 600"
    ]
    expect(readOf(text.join("\n"))).toMatchObject({
      media: { path: "/var/media", medium: 1000, all: 2000 },
      responses: { store: { kind: "file", path: "/var/responses.sqlite" }, ttl: 60, cap: 5000 },
      publicUrl: "https://gateway.example/ai",
      nodes: { node: "b", nodes: { a: "http://10.0.0.1:8787", b: "http://10.0.0.2:8787" } },
      accounts: [{ username: "ada", hash, name: "team", models: ["veo-*"] }],
      loginSecrets: [secret, `${secret}-of-before`],
      proxies: 2,
      loginLife: 600
    })
  })

  it("has no place for responses where it says so, and none that it does not know", () => {
    expect(readOf("responses: { store: none }")).toMatchObject({ responses: { store: { kind: "none" } } })
    expect(readOf("responses: { store: nowhere }")).toEqual([`line 3: \`responses.store\` must be \`none\`, ${place}.`])
  })

  it.each([
    ["of its one key", ["[a]"], "", ["a"]],
    ["of its keys, taken together", ["[a]", "[b]"], "", ["a", "b"]],
    ["all where one of its keys may call all", ["[a]", undefined], "", undefined],
    ["all where it has no key", [], "", undefined],
    ["its own where it says some", ["[a]"], ", models: [b]", ["b"]]
  ])("has for an account the models %s", (_, keys, said, models) => {
    const listed = keys.map(
      (ids, at) => `  - { key: k${at}, name: team${ids === undefined ? "" : `, models: ${ids}`} }`
    )
    const text = [
      "keys:\n  - { key: other, name: other, models: [z] }",
      ...listed,
      "upstreams: { o: { family: openai, key: b } }",
      `accounts: [{ username: ada, hash: "${hash}", name: team${said} }]`,
      `loginSecret: ${secret}`
    ]
    const read = readFile(text.join("\n"), {})
    expect(read.ok && read.value.accounts.map((account) => account.models)).toEqual([models])
  })

  it("is read from the environment", () => {
    const said = {
      ISOGLOSS_MEDIA: "/var/media",
      ISOGLOSS_PUBLIC_URL: "https://gateway.example",
      ISOGLOSS_LOGIN_SECRET: secret
    }
    expect(from(said)).toMatchObject({
      media: { path: "/var/media" },
      publicUrl: "https://gateway.example",
      loginSecrets: [secret]
    })
  })

  it("is a vendor's keys of before", () => {
    const file = "keys: [{ key: a }]\nupstreams: { o: { family: sora, key: new, retired: [old, older] } }"
    expect(uncovered(readFile(file, {}))).toMatchObject({
      value: { upstreams: [{ key: "new", retired: ["old", "older"] }] }
    })
  })

  it.each([
    ["a byte too few", `loginSecret: ${secret.slice(1)}`, "`loginSecret`"],
    ["in a list", `loginSecret: ["${secret}", short]`, "`loginSecret[1]`"],
    ["an empty list", "loginSecret: []", "`loginSecret[0]`"]
  ])("is no secret that is short: %s", (_, text, key) => {
    const problems = readOf(text)
    expect(problems).toEqual([expect.stringContaining(key)])
    expect(String(problems)).toContain("a secret of 32 bytes at least")
    expect(String(problems)).not.toContain(secret.slice(1))
  })

  it("counts a secret's bytes, and not its letters", () => {
    expect(readOf(`loginSecret: ${"ü".repeat(16)}`)).toMatchObject({ loginSecrets: ["ü".repeat(16)] })
    expect(from({ ISOGLOSS_LOGIN_SECRET: "ü".repeat(15) })).toEqual([
      { key: "ISOGLOSS_LOGIN_SECRET", message: "must be a secret of 32 bytes at least." }
    ])
  })

  it.each([
    [`accounts: [{ username: ada, hash: "${hash}" }]`, "login tokens (`accounts`)"],
    ['publicUrl: "https://a.example"', "links (`publicUrl`)"],
    ['node: a\nnodes: { a: "http://a" }', "what nodes ask each other (`nodes`)"],
    [
      `accounts: [{ username: ada, hash: "${hash}" }]\npublicUrl: "https://a.example"`,
      "login tokens (`accounts`) and links (`publicUrl`)"
    ]
  ])("needs a secret where something is signed: %s", (text, signed) => {
    expect(readOf(text)).toEqual([
      `line 1: \`loginSecret\` is missing. It must be a secret of 32 bytes at least, with which ${signed} are signed.`
    ])
  })

  it("needs a secret for the environment's links, too", () => {
    expect(from({ ISOGLOSS_PUBLIC_URL: "https://a.example" })).toEqual([
      {
        key: "ISOGLOSS_LOGIN_SECRET",
        message:
          "is missing. It must be a secret of 32 bytes at least, with which links (`ISOGLOSS_PUBLIC_URL`) are signed."
      }
    ])
  })
})

describe("what is wrong with it", () => {
  const url = "an absolute http or https URL without a user, a query or a fragment"
  it.each([
    [
      "two accounts of one name",
      `accounts:\n  - { username: ada, hash: "${hash}" }\n  - { username: ada, hash: "${hash}" }\n${signs}`,
      ["line 5: `accounts[1].username` is the same as `accounts[0].username`. Each user name may occur only once."]
    ],
    [
      "a password in place of its hash",
      `accounts: [{ username: ada, hash: swordfish }]\n${signs}`,
      ["line 3: `accounts[0].hash` must be the password's Argon2id hash, as `isogloss hash-password` prints it."]
    ],
    [
      "a medium that is more than all media",
      "media: { medium: 2, all: 1 }",
      ["line 3: `media.medium` must be at most `media.all`."]
    ],
    ["no bytes", "media: { all: 0 }", ["line 3: `media.all` must be the most bytes of all media, an integer above 0."]],
    [
      "an address that is relative",
      `publicUrl: /media\n${signs}`,
      [`line 3: \`publicUrl\` must be ${url}, as clients reach the gateway.`]
    ],
    [
      "a node that is none of the nodes",
      `tasks: redis://r\nnode: c\nnodes: { a: "http://a", b: "http://b" }\n${signs}`,
      ["line 4: `node` must be the name of one of the `nodes`: `a`, `b`."]
    ],
    [
      "nodes that do not share their tasks",
      `tasks: memory\nnode: a\nnodes: { a: "http://a", b: "http://b" }\n${signs}`,
      ["line 3: `tasks` must be the URL of a Redis, in which `nodes` share their tasks."]
    ],
    [
      "nodes that do not say where their tasks are",
      `node: a\nnodes: { a: "http://a", b: "http://b" }\n${signs}`,
      ["line 1: `tasks` must be the URL of a Redis, in which `nodes` share their tasks."]
    ],
    [
      "a token that is good for no time",
      "loginLife: 0",
      ["line 3: `loginLife` must be how many seconds a login token is good, an integer above 0."]
    ],
    ["a node alone", `node: c\n${signs}`, ["line 3: `node` has no effect without `nodes`."]],
    [
      "nodes of which none is this one",
      `nodes: { a: "http://a" }\n${signs}`,
      ["line 1: `node` must be the name of one of the `nodes`: `a`."]
    ],
    [
      "a node's name that no reference can hold",
      `node: A\nnodes: { A: "http://a" }\n${signs}`,
      [
        "line 3: `node` must be the name of this node, one of `nodes`: a name of small letters, digits and dashes, 32 at most.",
        "line 4: `nodes.A` must be called by a name of small letters, digits and dashes, 32 at most."
      ]
    ],
    [
      "proxies that are no number",
      "listen: { proxies: -1 }",
      [
        "line 3: `listen.proxies` must be how many proxies stand before the gateway and add to `x-forwarded-for`, an integer from 0."
      ]
    ],
    [
      "a product that no path can hold",
      "wireNames: { product: [a/b] }",
      ["line 3: `wireNames.product[0]` must be a name of letters, digits and hyphens."]
    ]
  ])("is %s", (_, text, problems) => {
    expect(readOf(text)).toEqual(problems)
  })

  it.each(["[1]", "[1, 2, 3]", '["1", 2]', '[1, "2"]', "[2, 1]", "1"])("is a range that is %s", (range) => {
    const compatible = `{ family: compatible, url: "https://c.example", key: b, ranges: { n: ${range} } }`
    const file = `keys: [{ key: a }]\nupstreams:\n  c: ${compatible}\n`
    const read = readFile(file, {})
    expect(read.ok || read.error.map(printProblem)).toEqual([
      "line 3: `upstreams.c.ranges.n` must be a list of two numbers, the least and the most."
    ])
  })
})
