import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { layerMemory } from "../../src/history.ts"
import { type Authenticate, type ClientKey, Claude, createGateway, layerFetch, Endpoints } from "../../src/index.ts"
import { make } from "../../src/sandbox.ts"
import { logged } from "./logged.ts"

/** What somebody gave whose program no compiler has read. */
const untyped = (value: unknown): never =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that it is not of its type is what is tested
  value as never

const gatewayOf = (
  callers:
    | { readonly keys: Iterable<ClientKey> & object }
    | { readonly authenticate: Authenticate; readonly authenticateTimeout?: number }
) => {
  const gateway = createGateway({
    endpoints: [Endpoints.messages, Endpoints.responses, Endpoints.response],
    families: [Claude.layer({ key: "vendor" })],
    upstream: layerFetch(make({ key: "vendor", pace: 0 }).fetch),
    layers: layerMemory(),
    ...callers
  })
  onTestFinished(() => gateway.close())
  return gateway
}

type Served = ReturnType<typeof gatewayOf>

const call = async (
  gateway: Served,
  key: string,
  path: string,
  body?: object
): Promise<[number, { readonly id?: string }]> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) }
  const answer = await gateway.fetch(new Request(`http://gateway.test${path}`, init))
  return [answer.status, JSON.parse(await answer.text())]
}

const ask = async (gateway: Served, key = "any", model = "claude-haiku-4-5"): Promise<number> =>
  (await call(gateway, key, "/v1/messages", { model, max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }))[0]

/** The status that somebody gets whose name is not known, of a response that another has stored. */
const readsOfAnother = async (gateway: Served): Promise<number> => {
  const [, { id }] = await call(gateway, "user-1", "/v1/responses", { model: "claude-haiku-4-5", input: "Hi" })
  expect((await call(gateway, "user-1", `/v1/responses/${id}`))[0]).toBe(200)
  return (await call(gateway, "user-2", `/v1/responses/${id}`))[0]
}

describe("what a function gives for a caller", () => {
  it.each([undefined, null, false, "", 0, Number.NaN])("is nobody: %j", async (given) => {
    const lines = logged()
    expect(await ask(gatewayOf({ authenticate: () => untyped(given) }))).toBe(401)
    expect(lines).toEqual([])
  })

  it.each([
    [true, "it is a boolean, and no object with a `name`"],
    ["bob", "it is a string, and no object with a `name`"],
    [() => ({ name: "bob" }), "it is a function, and no object with a `name`"],
    [{}, "it has no `name`"],
    [{ name: undefined }, "it has no `name`"],
    [{ name: "" }, "`name` must be a text that is not empty"],
    [{ name: 7 }, "`name` must be a text that is not empty"],
    [new Error("Nobody."), "it is an error, which is to be thrown"],
    [{ name: "ada", models: "claude-*" }, "`models` must be a list of model ids"],
    [{ name: "ada", models: null }, "`models` must be a list of model ids"],
    [{ name: "ada", models: [/.*/] }, "`models` must be a list of model ids"],
    [{ name: "ada", routing: "false" }, "`routing` must be `true` or `false`"],
    [{ name: "ada", requests: Number.NaN }, "`requests` must be a number from 1"],
    [{ name: "ada", model: ["gpt-*"] }, "`model` is not a known member. Known members are `name`, `models`,"],
    [{ name: "ada", Routing: false }, "`Routing` is not a known member."]
  ])("lets nobody in where it is no account, and a line says why: %o", async (given, why) => {
    const lines = logged()
    expect(await ask(gatewayOf({ authenticate: () => untyped(given) }))).toBe(401)
    expect(lines).toEqual([expect.stringContaining(why)])
  })

  it("is waited for 10 s, or as long as is said; then there is a 503 and a line", async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const lines = logged()
    const hanging = () => new Promise<undefined>(() => undefined)
    let answered = 0
    const count = (status: number) => (answered++, status)
    const usual = ask(gatewayOf({ authenticate: hanging })).then(count)
    const short = ask(gatewayOf({ authenticate: hanging, authenticateTimeout: 500 })).then(count)
    await vi.advanceTimersByTimeAsync(501)
    expect([answered, await short]).toEqual([1, 503])
    await vi.advanceTimersByTimeAsync(9490)
    expect(answered).toBe(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(await usual).toBe(503)
    expect(lines).toEqual([
      expect.stringContaining("`authenticate` gave no answer within 0.5 s."),
      expect.stringContaining("`authenticate` gave no answer within 10 s.")
    ])
  })
})

describe("keys without a name", () => {
  it.each<[string, readonly ClientKey[]]>([
    ["texts", ["user-1", "user-2"]],
    ["redacted texts", [Redacted.make("user-1"), Redacted.make("user-2")]],
    ["objects", [{ key: "user-1" }, { key: "user-2" }]],
    ["objects that say so", [{ key: "user-1", name: untyped(undefined) }, { key: "user-2" }]],
    [
      "rows of a database",
      [
        { key: "user-1", name: null },
        { key: "user-2", name: null }
      ]
    ]
  ])("are an account each: %s", async (_, keys) => {
    expect(await readsOfAnother(gatewayOf({ keys }))).toBe(404)
  })
})

it("keys of one name are one account", async () => {
  const keys = ["user-1", "user-2"].map((key) => ({ key, name: "team" }))
  expect(await readsOfAnother(gatewayOf({ keys }))).toBe(200)
})

describe("keys of one account that stand there twice are one key", () => {
  const ada = { key: "k", name: "ada", models: ["claude-*"] }
  it.each<[string, Iterable<ClientKey> & object]>([
    ["two variables", ["k", "k"]],
    ["a text and a row without a name", ["k", { key: "k", name: null }]],
    ["two rows", [ada, { ...ada }]]
  ])("%s", async (_, keys) => {
    expect(await ask(gatewayOf({ keys }), "k")).toBe(200)
  })
})

describe("keys may be whatever holds some", () => {
  it.each<[string, Iterable<ClientKey> & object]>([
    ["a set", new Set(["k"])],
    ["the values of a map", new Map([["ada", { key: "k", name: "ada" }]]).values()],
    ["a list that nobody may change", Object.freeze(["k"])]
  ])("%s", async (_, keys) => {
    expect(await ask(gatewayOf({ keys }), "k")).toBe(200)
  })
})

describe("what is no list of keys builds no gateway, and says why", () => {
  it.each([
    ["secret", "`keys` must be a list of at least one key."],
    [Object("secret"), "`keys` must be a list of at least one key."],
    [new Set(), "`keys` must be a list of at least one key."],
    [new Map([["k", "ada"]]), "`keys[0]` is no key: it must be a text, or an object with `key`."],
    [[], "`keys` must be a list of at least one key."],
    [undefined, "`keys` must be a list of at least one key."],
    [["good", undefined], "`keys[1]` is no key: a key must be a text that is not empty"],
    [["secret\n"], "`keys[0]` is no key: a key must be a text that is not empty, without white space at its ends."],
    [[{ name: "ada" }], "`keys[0]` is no key: it must be a text, or an object with `key`."],
    [[{ key: "", name: "ada" }], "`keys[0]` is no key: a key must be a text that is not empty"],
    [[{ key: "k", name: "" }], "`keys[0]` is no key: `name` must be a text that is not empty."],
    [[{ key: "k", name: "ada", models: "gpt-*" }], "`keys[0]` is no key: `models` must be a list of model ids"],
    [["k", { key: "k", name: "ada" }], "`keys[1]` stands there twice, with another `name` or other rights."],
    [["k", { key: "k", models: ["claude-*"] }], "`keys[1]` stands there twice, with another `name` or other rights."]
  ])("%j", async (keys, why) => {
    logged()
    const gateway = gatewayOf({ keys: untyped(keys) })
    await expect(gateway.ready).rejects.toThrow(why)
    expect(await ask(gateway, "s")).toBe(503)
  })

  it.each(["model", "Models", "MODEL", "modells", "modes", "modelz", "request", "rooting", "Name", "names"])(
    "nor does a key that would have another right or name, were a member spelled well: %s",
    async (spelled) => {
      logged()
      const known = "Known members are `key`, `name`, `models`, `routing`, `requests`."
      const why = `\`keys[1]\` is no key: \`${spelled}\` is not a known member. ${known}`
      await expect(gatewayOf({ keys: ["s", untyped({ key: "k", [spelled]: "any" })] }).ready).rejects.toThrow(why)
    }
  )

  it.each([
    { fname: "Ada", gram: 5, id: 7, created_at: "2026-11-01", mode: null, role: "user" },
    { models: ["claude-*"], model: "claude-haiku-4-5", name: "ada", Name: "Ada" }
  ])("whereas a row of a database may have members of its own: %j", async (row) => {
    expect(await ask(gatewayOf({ keys: [untyped({ key: "k", ...row })] }), "k")).toBe(200)
  })

  it("nor does what is no function", async () => {
    logged()
    await expect(gatewayOf({ authenticate: untyped("ada") }).ready).rejects.toThrow("must be a function")
    for (const authenticateTimeout of [Number.NaN, untyped("300")]) {
      const never = { authenticate: () => undefined, authenticateTimeout }
      await expect(gatewayOf(never).ready).rejects.toThrow("`authenticateTimeout` must be a number above 0.")
    }
  })
})
