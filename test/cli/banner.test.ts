import { describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { readFile } from "../../src/config/file.ts"
import { bannerText } from "../../src/hosts/cli/banner.ts"
import { servedEndpoints } from "../../src/hosts/cli/served.ts"
import { isInMemory } from "../../src/hosts/cli/stores.ts"

type Read = ReturnType<typeof readFile>

const printed = (read: Read, models: readonly { id: string; owned_by: string }[] = []): string => {
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return bannerText("http://127.0.0.1:8787", read.value, isInMemory, models)
}

const shared = { ANTHROPIC_API_KEY: "vendor-key-1", ISOGLOSS_KEYS: `client-${"k".repeat(20)}` }
const own = (match: string): Read =>
  readFile(
    `keys: [{key: client-key-1}]\nupstreams: {own: {family: compatible, url: "http://127.0.0.1:8000/v1", key: none}}\nmodels: [{match: "${match}", upstream: own}]`,
    {}
  )

/** Served, and told nowhere but in the pages: what a client of an API never asks first. */
const untold = ["/v1/responses/input_tokens", "/v1/responses/compact", "/v1/responses/:id/cancel"]

describe("what is printed once a gateway listens", () => {
  it.each(
    servedEndpoints.filter(({ method, path }) => method === "POST" && !untold.includes(path)).map(({ path }) => path)
  )("tells of %s", (path) => {
    const told = printed(fromEnvironment(shared, "made")).split(/[\s,]+/)
    const [, name] = path.split("*model")
    expect(told).toContain(path.replace("*model", "{model}").replace(told.includes(name ?? path) ? /^.*(?=:)/ : "", ""))
  })

  it("tells of no path twice", () => {
    const paths = printed(fromEnvironment(shared, "made")).match(/(?<= )\/v[^\s,]+/g) ?? []
    expect(paths).toEqual([...new Set(paths)])
    const served = servedEndpoints.map(({ method, path }) => `${method} ${path}`)
    expect(served).toEqual([...new Set(served)])
  })

  it("says where all addresses are listened on", () => {
    expect(printed(fromEnvironment(shared, "made"))).toContain(
      "isogloss listens on http://127.0.0.1:8787 and on every other address of this machine\n"
    )
    expect(printed(fromEnvironment({}, "made"))).toContain("isogloss listens on http://127.0.0.1:8787\n")
    const file =
      'listen: { host: "::" }\nkeys: [{ key: client-key-1234567 }]\nupstreams: { a: { family: claude, key: k } }'
    expect(printed(readFile(file, {}))).toContain("and on every other address of this machine\n")
  })

  it("names accounts, and no digest that nobody knows", () => {
    expect(printed(fromEnvironment(shared, "made"))).toContain("Set ISOGLOSS_KEY to one of your client keys for")
    expect(printed(own("a"))).not.toMatch(/key-[0-9a-f]{12}/)
  })

  it("asks for a model by its newest id", () => {
    const models = ["claude-3-haiku", "claude-haiku-4-5"].map((id) => ({ id, owned_by: "claude" }))
    expect(printed(fromEnvironment(shared, "made"), models)).toContain(
      'chat/completions -H \'content-type: application/json\' -H "authorization: Bearer $ISOGLOSS_KEY" -d \'{"model":"claude-haiku-4-5"'
    )
  })

  it("tells of models that routes alone know", () => {
    expect(printed(own("llama-3"))).toContain('"model":"llama-3"')
    expect(printed(own("llama-*"))).toContain("Models that fit `llama-*` are served; no list knows their ids.")
  })

  it("says that a key of one's own has no effect", () => {
    const said = printed(fromEnvironment({ ...shared, ISOGLOSS_KEY: "another-key" }, "made"))
    expect(said).toContain("`ISOGLOSS_KEY` has no effect")
    expect(said).not.toContain("another-key")
    expect(printed(fromEnvironment({ ...shared, ISOGLOSS_KEY: shared.ISOGLOSS_KEYS }, "made"))).not.toContain(
      "`ISOGLOSS_KEY` has"
    )
  })
})
