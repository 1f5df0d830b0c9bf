import { createHmac, generateKeyPairSync, sign as signWith } from "node:crypto"
import { SignJWT } from "jose"
import { describe, expect, it } from "vitest"
import { isSecret, makeTokens } from "../../src/lab/accounts.ts"

const secret = "a secret of more than thirty-two bytes"
const other = "another secret, also of 32 bytes or so"
const now = Date.UTC(2026, 10, 21)
const seconds = now / 1000
const hour = 3600

const tokens = makeTokens({ secrets: [secret] })

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const good = { sub: "ada", iss: "isogloss", aud: "isogloss", iat: seconds, exp: seconds + hour }

/** A token of these parts, signed with HMAC and SHA-256 by hand. */
const signed = (header: object, claims: unknown, key = secret, digest = "sha256"): string => {
  const body = `${part(header)}.${part(claims)}`
  return `${body}.${createHmac(digest, key).update(body).digest("base64url")}`
}

const header = { alg: "HS256", typ: "JWT" }

describe("a login token", () => {
  it("is read as its user name's, for an hour", async () => {
    const token = await tokens.sign("ada", now)
    expect(await tokens.read(token, now)).toBe("ada")
    expect(await tokens.read(token, now + (hour - 1) * 1000)).toBe("ada")
    expect(await tokens.read(token, now + (hour + 6) * 1000)).toBeUndefined()
  })

  it("says who it is for, and nothing else", async () => {
    const [head = "", body = ""] = (await tokens.sign("ada", now)).split(".")
    const said = [head, body].map((each): unknown => JSON.parse(Buffer.from(each, "base64url").toString()))
    expect(said).toEqual([header, good])
  })

  it("has 4096 characters at most, whoever signed it", async () => {
    const ofLength = (length: number): string =>
      ["", "a", "aa"]
        .flatMap((cty) =>
          Array.from({ length: 400 }, (_, more) =>
            signed({ ...header, cty }, { ...good, pad: "x".repeat(2700 + more) })
          )
        )
        .find((token) => token.length === length) ?? ""
    const [most, more] = [ofLength(4096), ofLength(4097)]
    expect([most.length, more.length]).toEqual([4096, 4097])
    expect([await tokens.read(most, now), await tokens.read(more, now)]).toEqual(["ada", undefined])
  })

  it("is the one that a hand writes", async () => expect(await tokens.read(signed(header, good), now)).toBe("ada"))

  it("of another gateway's issuer and audience is that one's alone", async () => {
    const theirs = makeTokens({ secrets: [secret], issuer: "a", audience: "b" })
    const token = await theirs.sign("ada", now)
    expect([await theirs.read(token, now), await tokens.read(token, now)]).toEqual(["ada", undefined])
  })

  it("has the life that an operator chose", async () => {
    const short = makeTokens({ secrets: [secret], life: 60 })
    const token = await short.sign("ada", now)
    expect([await short.read(token, now + 59_000), await short.read(token, now + 66_000)]).toEqual(["ada", undefined])
  })

  it("is no longer good once an operator made lives shorter than its age", async () => {
    const token = await tokens.sign("ada", now)
    expect(await makeTokens({ secrets: [secret], life: 60 }).read(token, now + 100_000)).toBeUndefined()
  })

  it("is signed with the first of several secrets, and taken with any", async () => {
    const turned = makeTokens({ secrets: [other, secret] })
    expect(await turned.read(await tokens.sign("ada", now), now)).toBe("ada")
    expect(await tokens.read(await turned.sign("ada", now), now)).toBeUndefined()
    expect(await makeTokens({ secrets: [other] }).read(await turned.sign("ada", now), now)).toBe("ada")
  })
})

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
const pem = publicKey.export({ type: "spki", format: "pem" }).toString()

const byRsa = (): string => {
  const body = `${part({ alg: "RS256", typ: "JWT" })}.${part(good)}`
  return `${body}.${signWith("sha256", Buffer.from(body), privateKey).toString("base64url")}`
}

const flipped = (token: string): string => {
  const [head, body, mark = ""] = token.split(".")
  return [head, body, (mark.startsWith("A") ? "B" : "A") + mark.slice(1)].join(".")
}

describe("a forged token is nobody's", () => {
  it.each([
    ["alg none", `${part({ alg: "none" })}.${part(good)}.`],
    ["alg None", `${part({ alg: "None" })}.${part(good)}.`],
    ["alg none with our signature", signed({ alg: "none" }, good)],
    ["alg HS512, honestly signed", signed({ alg: "HS512" }, good, secret, "sha512")],
    ["alg RS256", byRsa()],
    ["alg HS256 signed with a public key", signed(header, good, pem)],
    ["no alg", signed({ typ: "JWT" }, good)],
    ["another secret", signed(header, good, other)],
    ["an empty secret", signed(header, good, "")],
    ["no signature", signed(header, good).replace(/[^.]*$/, "")],
    ["a signature of another byte", flipped(signed(header, good))],
    ["a critical extension that nobody knows", signed({ ...header, crit: ["x"], x: 1 }, good)],
    ["unencoded claims", signed({ ...header, crit: ["b64"], b64: false }, good)],
    ["expired", signed(header, { ...good, iat: seconds - hour, exp: seconds - 6 })],
    ["no expiry", signed(header, { ...good, exp: undefined })],
    ["an expiry that is a text", signed(header, { ...good, exp: String(seconds + hour) })],
    ["an expiry that is null", signed(header, { ...good, exp: null })],
    ["an expiry in a thousand years, of an old token", signed(header, { ...good, iat: seconds - hour - 6, exp: 1e12 })],
    ["not good before tomorrow", signed(header, { ...good, nbf: seconds + hour })],
    ["given tomorrow", signed(header, { ...good, iat: seconds + hour, exp: seconds + hour + 60 })],
    ["no time of its giving", signed(header, { ...good, iat: undefined })],
    ["another issuer", signed(header, { ...good, iss: "someone" })],
    ["no issuer", signed(header, { ...good, iss: undefined })],
    ["another audience", signed(header, { ...good, aud: "someone" })],
    ["no audience", signed(header, { ...good, aud: undefined })],
    ["a list of other audiences", signed(header, { ...good, aud: ["a", "b"] })],
    ["no subject", signed(header, { ...good, sub: undefined })],
    ["a subject that is a number", signed(header, { ...good, sub: 1 })],
    ["claims that are a list", signed(header, ["ada"])],
    ["claims that are a text", signed(header, "ada")],
    ["two parts", signed(header, good).split(".").slice(0, 2).join(".")],
    ["a fourth part", `${signed(header, good)}.`],
    ["a token inside a token", signed({ ...header, cty: "JWT" }, signed(header, good))],
    ["a long one", signed(header, { ...good, more: "a".repeat(10_000) })],
    ["an empty text", ""],
    ["another text", "ada"]
  ])("%s", async (_, token) => expect(await tokens.read(token, now)).toBeUndefined())

  it("wherever one of its bits was turned", async () => {
    const token = Buffer.from(signed(header, good), "latin1")
    const dot = token.lastIndexOf(".")
    for (let at = 0; at < dot; at++) {
      const bent = Buffer.from(token)
      bent[at] = (bent[at] ?? 0) ^ 1
      expect(await tokens.read(bent.toString("latin1"), now)).toBeUndefined()
    }
  })

  it("and one that another library signs with our secret is ours", async () => {
    const jwt = new SignJWT(good).setProtectedHeader({ alg: "HS256" })
    expect(await tokens.read(await jwt.sign(new TextEncoder().encode(secret)), now)).toBe("ada")
  })
})

describe("a secret", () => {
  it.each([
    ["", false],
    ["a".repeat(31), false],
    ["a".repeat(32), true],
    ["ä".repeat(16), true],
    ["ä".repeat(15), false]
  ])("%j is one: %s", (text, is) => expect(isSecret(text)).toBe(is))

  it("that is too short ends the start, whichever it is, and is not told", () => {
    for (const secrets of [["short"], [secret, "short"]] as const) {
      expect(() => makeTokens({ secrets })).toThrow("A secret of login tokens must have 32 bytes at least.")
    }
  })
})
