import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ListedModels } from "../../src/capabilities/models.ts"
import { withPermissions, readFile } from "../../src/config/file.ts"
import { crossCheck } from "../../src/config/check.ts"
import { pageQuery, shapeOf } from "../../src/endpoints/models.ts"
import { readQuery } from "../../src/endpoints/endpoint.ts"
import { modelsOf } from "../../src/hosts/cli/served.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { list } from "./list.ts"
import type { SizedWork, Work, Works } from "./measure.ts"

const upstream = { family: "openai", key: "of-a-vendor" }
const named = (size: number, of: (at: number) => object): object =>
  Object.fromEntries(list(size, (at) => [`u${at}`, of(at)]))
const hash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRvZnNpeHRlZW4$YQ5bPpQc0OBGUQmyVpV1zMGwYrYQyM4lPqkJxGvbU5Y"

/** Configurations, by what there is much of in them. */
const files: Readonly<Record<string, (size: number) => object>> = {
  keys: (size) => ({ keys: list(size, (at) => ({ key: `key-of-a-client-${at}`, name: `n${at}` })) }),
  "keys that stand twice": (size) => ({
    keys: list(size, (at) => ({ key: `key-of-a-client-${at % Math.ceil(size / 2)}` }))
  }),
  upstreams: (size) => ({ upstreams: named(size, () => upstream) }),
  "upstreams that are wrong": (size) => ({ upstreams: named(size, () => ({ ...upstream, family: "nobody" })) }),
  routes: (size) => ({ models: list(size, (at) => ({ match: `m${at}`, upstream: "u0", model: "gpt-4o" })) }),
  "routes to many upstreams": (size) => ({
    upstreams: named(size / 4, () => upstream),
    models: list(size, (at) => ({ match: `m${at}`, upstream: `u${at % (size / 4)}` }))
  }),
  "routes to nowhere": (size) => ({
    upstreams: named(size / 4, () => upstream),
    models: list(size, (at) => ({ match: `m${at}`, upstream: `v${at}` }))
  }),
  "accounts and their keys": (size) => ({
    loginSecret: "x".repeat(40),
    keys: list(size, (at) => ({ key: `key-of-a-client-${at}`, name: `n${at}` })),
    accounts: list(size, (at) => ({ username: `n${at}`, hash }))
  }),
  "variables that are not set": (size) => ({
    keys: list(size, (at) => ({ key: `\${KEY_${at}}` }))
  }),
  "members that nobody knows": (size) => named(size, () => ({}))
}

const file = { keys: [{ key: "key-of-a-client" }], upstreams: { u0: upstream } }

const nobody = layerFetch(() => Promise.reject(new Error("Nobody is called.")))

const upstreams = (size: number) =>
  list(Math.ceil(size), (at) => ({ name: `u${at}`, family: "openai" as const, key: "of-a-vendor", retired: [] }))

const listing = async (found: Awaited<ReturnType<typeof modelsOf>>): Promise<unknown> => {
  const head = { method: "GET", path: "/v1/models", headers: {}, search: () => new URLSearchParams() }
  const { list: all } = await Effect.runPromise(
    Effect.scoped(Effect.provide(ListedModels, Layer.provide(found, nobody)))
  )
  return shapeOf(head as never).list(all, await Effect.runPromise(readQuery(pageQuery, head)))
}

/** Configurations of many models, by how these are named. */
const listed: Readonly<Record<string, (size: number) => Parameters<typeof modelsOf>[0]>> = {
  "models by their names": (size) => ({
    upstreams: upstreams(1),
    routes: list(size, (at) => ({ match: `m${at}`, upstream: "u0", model: "gpt-4o" }))
  }),
  "models of many upstreams": (size) => ({
    upstreams: upstreams(size / 8),
    routes: list(size, (at) => ({ match: `m${at}`, upstream: `u${at % Math.ceil(size / 8)}`, model: "gpt-4o" }))
  }),
  globs: (size) => ({
    upstreams: upstreams(1),
    routes: list(size, (at) => ({ match: `m${at}-*`, upstream: "u0" }))
  })
}

const reading =
  (text: (size: number) => string): Work =>
  (size) => {
    const read = text(Math.ceil(size))
    return () => readFile(read, {})
  }

const checking =
  (more: (size: number) => object): Work =>
  (size) => {
    const given = { ...file, ...more(Math.ceil(size)) }
    return () => crossCheck(given)
  }

const listingOf =
  (configuration: (size: number) => Parameters<typeof modelsOf>[0]): Work =>
  (size) => {
    const given = configuration(Math.ceil(size))
    return async () => listing(await modelsOf(given))
  }

const permitting: Work = (size) => {
  const names = list(Math.ceil(size), (at) => `n${at}`)
  const accounts = names.map((username) => ({ username, hash: Redacted.make(hash) }))
  const keys = names.map((name) => ({ key: Redacted.make(name), name, models: ["gpt-4o"] }))
  return () => withPermissions(accounts, keys)
}

const each = <A>(of: Readonly<Record<string, A>>, name: string, size: number, work: (one: A) => Work): Works =>
  Object.fromEntries(
    Object.entries(of).map(([grows, one]): [string, SizedWork] => [`${name}: ${grows}`, [size, work(one)]])
  )

/** What is done with configurations. */
export const works: Works = {
  ...each(files, "a file is read", 100, (more) => reading((size) => JSON.stringify({ ...file, ...more(size) }))),
  "a file of mappings in mappings as names is read": [12, reading((size) => `${"? ".repeat(size)}a: b\n`)],
  ...each(files, "what does not fit together is found", 500, checking),
  "what the keys of accounts may call is found": [750, permitting],
  ...each(listed, "models are listed", 200, listingOf)
}
