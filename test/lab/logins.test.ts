import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { it } from "@effect/vitest"
import { describe, expect } from "vitest"
import { makeFailures } from "../../src/lab/attempts.ts"
import { type Account, Accounts, listedAccounts, hashPassword, isPasswordHash } from "../../src/lab/accounts.ts"
import { type LoginOptions, Logins } from "../../src/lab/logins.ts"
import { networkOf } from "../../src/credentials/authenticate.ts"

const secrets = ["a secret of more than thirty-two bytes"] as const

/** What stands for a hash; the password is its account's name. */
const hashOf = (username: string): string =>
  `$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$${Buffer.from(username.padEnd(16, " ")).toString("base64").replaceAll("=", "A")}`

const account = (username: string): Account => ({ username, hash: hashOf(username) })

/** Logins of some accounts, and the hashes against which passwords were checked. */
const rig = (options: Partial<LoginOptions> = {}, usernames: readonly string[] = ["ada", "bob"]) => {
  const checked: string[] = []
  const verify = (hash: string, password: string): Promise<boolean> => {
    checked.push(hash)
    return Promise.resolve(hash === hashOf(password))
  }
  const accounts = Layer.sync(Accounts)(() => listedAccounts(verify, usernames.map(account)))
  return { checked, layer: Logins.layer({ secrets, ...options }).pipe(Layer.provide(accounts)) }
}

/** How an attempt ended: a reason, and how long to wait; or that there is a token. */
const attempt = (username: string, password: string, address?: string) =>
  Effect.gen(function* () {
    const logins = yield* Logins
    const trying = Effect.andThen(logins.admit(address), logins.login({ username, password, address }))
    return yield* Effect.match(Effect.scoped(trying), {
      onSuccess: () => "token",
      onFailure: ({ reason, details: { retryAfter } }) =>
        retryAfter === undefined ? reason : `${reason} ${retryAfter}`
    })
  })

const times = (count: number, one: ReturnType<typeof attempt>) =>
  Effect.forEach(Array.from({ length: count }), () => one)

const wrong = "Unauthenticated"

describe("the rate of logins", () => {
  const { layer } = rig()

  it.effect("lets ten of a name fail in a minute, and then none in", () =>
    Effect.gen(function* () {
      expect(new Set(yield* times(10, attempt("ada", "no")))).toEqual(new Set([wrong]))
      expect(yield* attempt("ada", "no")).toBe("RateLimited 60")
      yield* TestClock.adjust(15_000)
      expect(yield* attempt("ada", "ada")).toBe("RateLimited 45")
      expect(yield* attempt("bob", "bob")).toBe("token")
      yield* TestClock.adjust(44_999)
      expect(yield* attempt("ada", "ada")).toBe("RateLimited 0.001")
      yield* TestClock.adjust(1)
      expect(yield* attempt("ada", "ada")).toBe("token")
    }).pipe(Effect.provide(rig().layer))
  )

  it.effect("counts anew once the minute is over", () =>
    Effect.gen(function* () {
      yield* times(10, attempt("ada", "no"))
      yield* TestClock.adjust(60_000)
      yield* times(10, attempt("ada", "no"))
      expect(yield* attempt("ada", "ada")).toBe("RateLimited 60")
    }).pipe(Effect.provide(rig().layer))
  )

  it.effect("says the same of a name that nobody has", () =>
    Effect.gen(function* () {
      expect(new Set(yield* times(10, attempt("nobody", "no")))).toEqual(new Set([wrong]))
      expect(yield* attempt("nobody", "no")).toBe("RateLimited 60")
    }).pipe(Effect.provide(rig().layer))
  )

  it.effect("lets a hundred of an address fail, whatever the names", () =>
    Effect.gen(function* () {
      for (let each = 0; each < 100; each++) expect(yield* attempt(`n${each}`, "no", "192.0.2.1")).toBe(wrong)
      expect(yield* attempt("ada", "ada", "192.0.2.1")).toBe("RateLimited 60")
      expect(yield* attempt("ada", "ada", "192.0.2.2")).toBe("token")
      expect(yield* attempt("ada", "ada")).toBe("token")
    }).pipe(Effect.provide(rig().layer))
  )

  it.effect("locks nobody out whom a stranger elsewhere guesses at", () =>
    Effect.gen(function* () {
      expect(new Set(yield* times(10, attempt("ada", "no", "192.0.2.66")))).toEqual(new Set([wrong]))
      expect(yield* attempt("ada", "no", "192.0.2.66")).toBe("RateLimited 60")
      expect(yield* attempt("ada", "ada", "192.0.2.1")).toBe("token")
    }).pipe(Effect.provide(rig().layer))
  )

  it.effect("lets a hundred strangers' guesses at one name fail in an hour, from however many addresses", () =>
    Effect.gen(function* () {
      expect(yield* attempt("ada", "ada", "192.0.2.1")).toBe("token")
      for (let each = 0; each < 100; each++) expect(yield* attempt("ada", "no", `198.51.100.${each}`)).toBe(wrong)
      expect(yield* attempt("ada", "no", "203.0.113.1")).toBe("RateLimited 3600")
      expect(yield* attempt("ada", "ada", "203.0.113.2")).toBe("RateLimited 3600")
      expect(yield* attempt("bob", "bob", "203.0.113.2")).toBe("token")
      expect(yield* attempt("ada", "ada", "192.0.2.1")).toBe("token")
      yield* TestClock.adjust(3_600_000)
      expect(yield* attempt("ada", "ada", "203.0.113.2")).toBe("token")
    }).pipe(Effect.provide(rig().layer))
  )

  it.effect("holds at an address that the name logged in from, too", () =>
    Effect.gen(function* () {
      expect(yield* attempt("ada", "ada", "192.0.2.1")).toBe("token")
      expect(new Set(yield* times(10, attempt("ada", "no", "192.0.2.1")))).toEqual(new Set([wrong]))
      expect(yield* attempt("ada", "ada", "192.0.2.1")).toBe("RateLimited 60")
    }).pipe(Effect.provide(rig().layer))
  )

  it.effect("does not count logins that succeed", () =>
    Effect.gen(function* () {
      expect(new Set(yield* times(50, attempt("ada", "ada", "192.0.2.1")))).toEqual(new Set(["token"]))
    }).pipe(Effect.provide(rig().layer))
  )

  it.effect("is not forgiven by one that succeeds", () =>
    Effect.gen(function* () {
      yield* times(9, attempt("ada", "no"))
      expect(yield* attempt("ada", "ada")).toBe("token")
      expect(yield* attempt("ada", "no")).toBe(wrong)
      expect(yield* attempt("ada", "ada")).toBe("RateLimited 60")
    }).pipe(Effect.provide(layer))
  )

  it.effect("lets no more through that come at once", () => {
    const { checked, layer: own } = rig({ atOnce: 40 })
    return Effect.gen(function* () {
      const ended = yield* Effect.all(
        Array.from({ length: 40 }, () => attempt("ada", "no")),
        { concurrency: "unbounded" }
      )
      expect(ended.filter((each) => each === wrong)).toHaveLength(10)
      expect(checked).toHaveLength(10)
    }).pipe(Effect.provide(own))
  })

  it.effect("lets no more wait to be checked than may, and takes more when those are done", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        Array.from({ length: 9 }, () => attempt("ada", "ada")),
        { concurrency: "unbounded" }
      )
      expect(all.filter((each) => each === "token")).toHaveLength(5)
      expect(all.filter((each) => each === "RateLimited 1")).toHaveLength(4)
      expect(yield* times(5, attempt("ada", "ada"))).toEqual(Array.from({ length: 5 }, () => "token"))
    }).pipe(Effect.provide(rig({ atOnce: 2, queue: 3 }).layer))
  )

  it.effect("is what an operator chose", () =>
    Effect.gen(function* () {
      expect(yield* attempt("ada", "no")).toBe(wrong)
      expect(yield* attempt("ada", "ada")).toBe("RateLimited 60")
    }).pipe(Effect.provide(rig({ failures: 1 }).layer))
  )
})

describe("what is remembered of attempts", () => {
  it("is bounded, and what is over goes first", () => {
    const failures = makeFailures({ failures: 1, window: 1000 })
    failures.add("ada", 500)
    for (let each = 0; each < 9_999; each++) failures.add(`n${each}`, 0)
    failures.add("one more", 1000)
    expect(failures.wait("ada", 1000)).toBe(500)
    for (let each = 0; each < 9_999; each++) failures.add(`m${each}`, 1001)
    expect(failures.wait("ada", 1001)).toBeUndefined()
    expect(failures.wait("m9998", 1001)).toBe(1000)
  })

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"]
  ])("of %s is %s", (address, network) => expect(networkOf(address)).toBe(network))
})

describe("accounts", () => {
  it.effect("check one hash whoever is named, so that nobody learns who is there", () => {
    const names = ["ada", "bob", "eve"]
    const { checked, layer } = rig({ failures: 1000 }, names)
    return Effect.gen(function* () {
      for (const [username, password] of [
        ["ada", "ada"],
        ["ada", "no"],
        ["nobody", "no"],
        ["", ""],
        ["__proto__", "no"]
      ] as const) {
        checked.length = 0
        yield* attempt(username, password)
        expect(checked).toHaveLength(1)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("check a name that nobody has against one hash, always the same, and each hash has its turn", () => {
    const names = ["ada", "bob", "eve"]
    const { checked, layer } = rig({ failures: 1000 }, names)
    return Effect.gen(function* () {
      yield* times(5, attempt("nobody", "no"))
      expect(new Set(checked).size).toBe(1)
      for (let each = 0; each < 40; each++) yield* attempt(`nobody ${each}`, "no")
      expect(new Set(checked)).toEqual(new Set(names.map(hashOf)))
    }).pipe(Effect.provide(layer))
  })

  it.effect("let nobody in by the password of the hash that stands in", () =>
    Effect.gen(function* () {
      expect(yield* attempt("nobody", "ada")).toBe(wrong)
    }).pipe(Effect.provide(rig({}, ["ada"]).layer))
  )

  it.effect("that are none let nobody in", () =>
    Effect.gen(function* () {
      expect(yield* attempt("ada", "ada")).toBe(wrong)
    }).pipe(Effect.provide(rig({}, []).layer))
  )

  it("with a hash of another kind, or one name twice, end the start", () => {
    const verify = () => Promise.resolve(true)
    expect(() => listedAccounts(verify, [{ username: "ada", hash: "$2b$10$x" }])).toThrow(
      "The hash of the account `ada`"
    )
    expect(() => listedAccounts(verify, [account("ada"), account("ada")])).toThrow(
      "Two accounts have the same user name."
    )
  })
})

describe("hashes of passwords", () => {
  it("are Argon2id, each with a salt of its own, and are known as such", async () => {
    const [one, two] = [await hashPassword("a"), await hashPassword("a")]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect([one, two].map(isPasswordHash)).toEqual([true, true])
  })

  it.each([
    "",
    "ada",
    "$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$ZGlnZXN0ZGlnZXN0ZGln",
    "$argon2id$v=16$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$ZGlnZXN0ZGlnZXN0ZGln",
    "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0",
    "$argon2id$v=19$m=4294967295,t=2,p=1$c2FsdHNhbHRzYWx0$ZGlnZXN0ZGlnZXN0ZGln",
    "$argon2id$v=19$m=19456,t=4294967295,p=1$c2FsdHNhbHRzYWx0$ZGlnZXN0ZGlnZXN0ZGln",
    "$argon2id$v=19$m=19456,t=0,p=1$c2FsdHNhbHRzYWx0$ZGlnZXN0ZGlnZXN0ZGln",
    "$2b$10$abcdefghijklmnopqrstuuAJy8EYKNOjuIbyIXeuWzpXsTJqjDnBa"
  ])("are not %j", (text) => expect(isPasswordHash(text)).toBe(false))
})
