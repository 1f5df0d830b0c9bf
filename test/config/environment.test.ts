import { describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { unchosen } from "./unchosen.ts"
import { uncovered } from "./uncovered.ts"

const from = (variables: Readonly<Record<string, string>>) => {
  const read = fromEnvironment(variables, "made")
  return read.ok ? uncovered(read.value) : read.error
}

describe("a configuration from the environment", () => {
  it("says that Gemini's key has another name", () => {
    const remarksOf = (variables: Record<string, string>) => {
      const read = fromEnvironment(variables, "made")
      return read.ok ? read.value.remarks.filter((it) => it.includes("GOOGLE_API_KEY")) : []
    }
    expect(remarksOf({ GOOGLE_API_KEY: "k" })).toHaveLength(1)
    expect(remarksOf({ GOOGLE_API_KEY: "k", GEMINI_API_KEY: "g" })).toEqual([])
  })

  it("is the sandbox on loopback where nothing is set", () => {
    expect(from({})).toEqual({
      host: "127.0.0.1",
      port: 8787,
      keys: [{ key: "sandbox", name: "sandbox" }],
      keyOrigin: "sandbox",
      upstreams: [],
      routes: [],
      policies: {},
      media: {},
      accounts: [],
      loginSecrets: [],
      proxies: 0,
      limits: unchosen,
      stop: { ready: 0, grace: 20 },
      log: { level: "info", form: "text" },
      open: [],
      remarks: []
    })
  })

  it("switches a vendor on by its key, on loopback and with a key of its own", () => {
    expect(from({ OPENAI_API_KEY: "o", OPENAI_BASE_URL: "http://o/v1" })).toMatchObject({
      host: "127.0.0.1",
      keys: [{ key: "made", name: "local" }],
      keyOrigin: "made-for-this-run",
      upstreams: [
        { name: "gptimage", family: "gptimage", key: "o", url: "http://o/v1" },
        { name: "openai", family: "openai", key: "o", url: "http://o/v1" },
        { name: "sora", family: "sora", key: "o", url: "http://o/v1" }
      ]
    })
  })

  it("says what a base URL must not end in, once for all families that read it", () => {
    expect(from({ OPENAI_API_KEY: "o", OPENAI_BASE_URL: "http://o/v1/chat/completions" })).toEqual([
      {
        key: "OPENAI_BASE_URL",
        message:
          "must not end in `/chat/completions`, which requests add themselves. The vendor's own is `https://api.openai.com/v1`."
      }
    ])
  })

  it.each([
    ["DEEPSEEK", "deepseek"],
    ["MOONSHOT", "kimi"],
    ["OPENROUTER", "openrouter"]
  ])("switches a vendor of an API like OpenAI's on: %s", (name, family) => {
    const variables = { [`${name}_API_KEY`]: "k", [`${name}_BASE_URL`]: "http://v/v1" }
    expect(from(variables)).toMatchObject({ upstreams: [{ name: family, family, key: "k", url: "http://v/v1" }] })
  })

  it("switches images and videos on where one vendor makes both", () => {
    expect(from({ ARK_API_KEY: "k", ARK_BASE_URL: "http://v/v3" })).toMatchObject({
      upstreams: [
        { name: "seedance", family: "seedance", key: "k", url: "http://v/v3" },
        { name: "seedream", family: "seedream", key: "k", url: "http://v/v3" }
      ]
    })
  })

  it("switches two families on where one key is for two APIs, each at its own address", () => {
    expect(
      from({ DASHSCOPE_API_KEY: "k", DASHSCOPE_BASE_URL: "http://c/v1", DASHSCOPE_HTTP_BASE_URL: "http://n/v1" })
    ).toMatchObject({
      upstreams: [
        { name: "qwen", key: "k", url: "http://c/v1" },
        { name: "qwenimage", key: "k", url: "http://n/v1" }
      ]
    })
  })

  it("switches all vendors on, at their own addresses", () => {
    expect(
      from({ OPENAI_API_KEY: "o", ANTHROPIC_API_KEY: "a", ANTHROPIC_BASE_URL: "", GEMINI_API_KEY: "g" })
    ).toMatchObject({
      upstreams: [
        { name: "claude", family: "claude", key: "a" },
        { name: "gemini", family: "gemini", key: "g" },
        { name: "gptimage", family: "gptimage", key: "o" },
        { name: "openai", family: "openai", key: "o" },
        { name: "sora", family: "sora", key: "o" },
        { name: "veo", family: "veo", key: "g" }
      ]
    })
  })

  it("finds the content-style vendor where its own SDK does", () => {
    expect(from({ GEMINI_API_KEY: "g", GOOGLE_GEMINI_BASE_URL: "http://g" })).toMatchObject({
      upstreams: [
        { name: "gemini", family: "gemini", key: "g", url: "http://g" },
        { name: "veo", family: "veo", key: "g", url: "http://g" }
      ]
    })
  })

  it("listens everywhere once there are client keys", () => {
    expect(from({ ANTHROPIC_API_KEY: "a", ISOGLOSS_KEYS: "client-1, client-2," })).toMatchObject({
      host: "0.0.0.0",
      keys: [
        { key: "client-1", name: "key-1b4fc170c800" },
        { key: "client-2", name: "key-398654011d87" }
      ],
      keyOrigin: "configured"
    })
  })

  it.each([
    ["0", 0],
    ["65535", 65535]
  ])("takes the port %s", (text, port) => {
    expect(from({ PORT: text })).toMatchObject({ port })
  })

  it.each(["65536", "-1", "80a", "0x50", "1e3"])("refuses the port %s", (text) => {
    expect(from({ PORT: text })).toEqual([{ key: "PORT", message: "must be an integer from 0 to 65535." }])
  })
})

describe("vendors and client keys", () => {
  const vendor = { OPENAI_API_KEY: "o" }
  it.each([
    ["neither", {}, "127.0.0.1", ["sandbox"], 0],
    ["client keys alone: the sandbox, which is nobody else's business", { ISOGLOSS_KEYS: "k" }, "127.0.0.1", ["k"], 0],
    ["a vendor alone", vendor, "127.0.0.1", ["made"], 3],
    ["a vendor and a variable for keys that is empty", { ...vendor, ISOGLOSS_KEYS: "" }, "127.0.0.1", ["made"], 3],
    ["a vendor's variable that is empty, and keys", { OPENAI_API_KEY: "", ISOGLOSS_KEYS: "k" }, "127.0.0.1", ["k"], 0],
    ["both", { ...vendor, ISOGLOSS_KEYS: "client-1 client-2" }, "0.0.0.0", ["client-1", "client-2"], 3]
  ] as const)("%s", (_, variables, host, keys, upstreams) => {
    const read = fromEnvironment(variables, "made")
    const value = read.ok ? read.value : undefined
    expect([value?.host, uncovered(value?.keys.map(({ key }) => key)), value?.upstreams.length]).toEqual([
      host,
      keys,
      upstreams
    ])
  })
})

describe("what is wrong with the environment", () => {
  const url =
    "must be an absolute http or https URL without a user, a query or a fragment, as the vendor's own SDK takes it."

  it.each([
    "localhost/v1",
    "ftp://a/v1",
    "https:",
    "http://",
    "https://a b/v1",
    "https://a?x=1",
    "https://a/#x",
    "https://u:p@a",
    "/v1"
  ])("is a base URL such as %s", (text) => {
    expect(from({ OPENAI_API_KEY: "o", OPENAI_BASE_URL: text })).toEqual([{ key: "OPENAI_BASE_URL", message: url }])
  })

  it.each(["https://a", "http://127.0.0.1:1/v1/", "HTTPS://A/v1", "https://[::1]:8/v1", "https://a/v1/@b"])(
    "is no base URL such as %s",
    (text) => {
      expect(from({ OPENAI_API_KEY: "o", OPENAI_BASE_URL: text })).toMatchObject({
        upstreams: [{ url: text }, { url: text }, { url: text }]
      })
    }
  )

  it.each(["a b", "a\n", "schlüssel"])("is a vendor's key that no header can carry: %j", (key) => {
    expect(from({ MOONSHOT_API_KEY: key })).toEqual([
      { key: "MOONSHOT_API_KEY", message: "must be the vendor's key, visible ASCII characters without spaces." }
    ])
  })

  it("is a key that others may guess", () => {
    expect(from({ OPENAI_API_KEY: "o", ISOGLOSS_KEYS: "client-1,seven77" })).toEqual([
      { key: "ISOGLOSS_KEYS", message: "must each have at least 8 characters where other machines reach the gateway." }
    ])
  })

  it.each([",", "k,k", "k1 k2 k1", "schlüssel"])("is a list of client keys such as %j, which is not shown", (keys) => {
    expect(from({ OPENAI_API_KEY: "o", ISOGLOSS_KEYS: keys })).toEqual([
      {
        key: "ISOGLOSS_KEYS",
        message:
          "must be the keys that clients send, between commas, each of them once, visible ASCII characters without spaces."
      }
    ])
  })

  it("is told all at once", () => {
    const wrong = {
      PORT: "http",
      ISOGLOSS_KEYS: ",",
      ANTHROPIC_API_KEY: "a b",
      ANTHROPIC_BASE_URL: "here",
      GEMINI_API_KEY: "g",
      GOOGLE_GEMINI_BASE_URL: "there"
    }
    const read = fromEnvironment(wrong, "made")
    expect(read.ok ? [] : read.error.map(({ key }) => key)).toEqual([
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_BASE_URL",
      "GOOGLE_GEMINI_BASE_URL",
      "ISOGLOSS_KEYS",
      "PORT"
    ])
  })

  it("is no place of an API whose key is not set, which is remarked", () => {
    expect(from({ OPENAI_BASE_URL: "here", ANTHROPIC_API_KEY: "a" })).toMatchObject({
      upstreams: [{ name: "claude" }],
      remarks: ["`OPENAI_BASE_URL` has no effect: `OPENAI_API_KEY` is not set."]
    })
  })
})
