import { format, inspect } from "node:util"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { readFile } from "../../src/config/file.ts"
import { familyNames } from "../../src/config/known-families.ts"
import { revealSecret, type Secret } from "../../src/credentials/credentials.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { modelsOf } from "../../src/hosts/cli/served.ts"
import { Credentials, layerFetch, redactorOf, Secrets } from "../../src/index.ts"
import type { Model, Models } from "../../src/gateway.ts"
import { Accounts, Logins } from "../../src/lab.ts"
import { MediaLinks } from "../../src/media.ts"
import { layerRedis } from "../../src/tasks-redis.ts"
import { canary, tells } from "./canary.ts"

const secret = canary()
const digest = Buffer.from(secret).toString("base64").replaceAll("=", "")
const hash = `$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0$${digest}`
const redis = `redis://user:${encodeURIComponent(secret)}@127.0.0.1:9`

const seen = { depth: 30, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null } as const

/** What a value says of itself wherever somebody prints it, what it is part of, or how it failed. */
const printed = (value: unknown): string =>
  [
    inspect(value, seen),
    format("%o %O %j %s", value, value, value, value),
    JSON.stringify(value),
    String(value),
    ...[Exit.die(value), Exit.fail(value)].flatMap((exit) => [inspect(exit, seen), JSON.stringify(exit), String(exit)])
  ].join("\n")

const inner = [...Buffer.from(secret)].slice(4, 20)

/** Whether a page tells the secret, as a text or byte by byte. */
const shows = (page: string): boolean => {
  const digits = page.replaceAll(/"?\d+"?:|\s/g, "")
  return tells(page, secret) || digits.includes(inner.join()) || digits.includes(Buffer.from(inner).toString("hex"))
}

it.each([
  ["a text", secret],
  ["an object", { key: secret }],
  ["bytes", { bytes: new TextEncoder().encode(secret) }],
  ["a part", new Map([["key", [{ secret }]]])]
])("a secret that is held as it is would be seen: %s", (_, value) => expect(shows(printed(value))).toBe(true))

describe("a configuration prints without its secrets", () => {
  it("from a file, and the gateway that it describes", async () => {
    const read = readFile(
      JSON.stringify({
        keys: [{ key: secret, name: "team" }],
        upstreams: { sora: { family: "sora", key: secret, retired: [secret] } },
        tasks: redis,
        accounts: [{ username: "ada", hash }],
        loginSecret: [secret, `${secret}, of before`]
      }),
      {}
    )
    expect(shows(printed(read))).toBe(false)
    if (!read.ok) throw new Error("The configuration is wrong.")
    const gateway = await composeGateway(read.value)
    expect(shows(printed([gateway, await gateway.supervisor]))).toBe(false)
    await gateway.dispose()
  })

  it("from the environment", () => {
    const read = fromEnvironment(
      {
        OPENAI_API_KEY: secret,
        ISOGLOSS_KEYS: secret,
        ISOGLOSS_LOGIN_SECRET: secret,
        ISOGLOSS_TASKS: redis
      },
      "made"
    )
    expect([read.ok, shows(printed(read))]).toEqual([true, false])
  })

  it("from the environment, with the key that was made for the run", () => {
    expect(shows(printed(fromEnvironment({ OPENAI_API_KEY: "some" }, secret)))).toBe(false)
  })
})

/** The models of a service, where it has some. */
const modelsIn = (service: Partial<Pick<Models<Model>, "find" | "ids">>): readonly unknown[] =>
  (service.ids ?? []).map((id) => service.find?.(id))

/** A Layer, and what it gives, as somebody prints them. */
const pageOf = async <A, E>(layer: Layer.Layer<A, E>): Promise<string> => {
  const services = await Effect.runPromise(Effect.scoped(Layer.build(layer)))
  return printed([layer, services, [...services.mapUnsafe.values()].map((service) => [service, modelsIn(service)])])
}

const nobody = layerFetch(() => Promise.reject(new Error("Nobody is called.")))

/** What is printed of every Layer that is given a secret. */
const pages: Readonly<Record<string, (given: Secret) => Promise<string>>> = {
  Credentials: (given) => pageOf(Credentials.keys(given)),
  "Credentials with names": (given) => pageOf(Credentials.keys({ key: given, name: "team" })),
  Logins: (given) => pageOf(Layer.provide(Logins.layer({ secrets: [given, given] }), Accounts.hashed())),
  Accounts: (given) => pageOf(Accounts.hashed({ username: "ada", hash: alike(given, hash) })),
  MediaLinks: (given) => pageOf(MediaLinks.layer({ secret: given, former: [given] })),
  Secrets: (given) => pageOf(Layer.succeed(Secrets)(redactorOf([revealSecret(given)]))),
  Redis: (given) => Promise.resolve(printed(layerRedis({ url: alike(given, redis) }))),
  ...Object.fromEntries(
    familyNames.map((family) => [
      family,
      async (key: Secret) => {
        const upstreams = [{ name: family, family, key, retired: [key], url: "https://vendor.test/v1" }]
        return pageOf(Layer.provide(await modelsOf({ upstreams, routes: [] }), nobody))
      }
    ])
  )
}

/** Another secret, covered where one is. */
const alike = (one: Secret, other: string): Secret => (typeof one === "string" ? other : Redacted.make(other))

describe.each([
  ["a text", secret],
  ["Redacted", Redacted.make(secret)]
] as const)("a Layer that was given a secret as %s prints without it, as does what it gives", (_, given) => {
  it.each(Object.entries(pages))("%s", async (__, page) => expect(shows(await page(given))).toBe(false))
})

describe("a secret that is Redacted opens what its text opens", () => {
  const long = `${secret}${secret}`

  const caller = { method: "GET", path: "/", headers: {}, address: () => undefined }

  it.each([
    ["alone", () => Credentials.keys(Redacted.make(secret))],
    ["with a name", () => Credentials.keys({ key: Redacted.make(secret), name: "team" })]
  ])("as a client's key %s", async (_, layer) => {
    const asked = Effect.flatMap(Credentials, ({ authenticate }) =>
      authenticate([{ carrier: "bearer", secret }], caller)
    )
    const { name } = await Effect.runPromise(Effect.provide(asked, layer()))
    expect(name).toMatch(/^(?:team|key-[0-9a-f]{12})$/)
  })

  it("as what links are signed with", async () => {
    const path = Effect.flatMap(MediaLinks, ({ path: made }) => made("ref", Date.now() + 60_000))
    const made = await Effect.runPromise(Effect.provide(path, MediaLinks.layer({ secret: Redacted.make(long) })))
    const opens = Effect.flatMap(MediaLinks, (links) =>
      links.opens("ref", new URL(made, "http://media.invalid").searchParams)
    )
    const opened = (options: Parameters<typeof MediaLinks.layer>[0]): Promise<boolean> =>
      Effect.runPromise(Effect.provide(opens, MediaLinks.layer(options)))
    expect(await opened({ secret: long })).toBe(true)
    expect(await opened({ secret: `${long}, another`, former: [Redacted.make(long)] })).toBe(true)
    expect(await opened({ secret: `${long}, another` })).toBe(false)
  })
})
