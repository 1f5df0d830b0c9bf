import { describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { wireNames } from "../../src/words/wire-names.ts"

const from = (variables: Readonly<Record<string, string>>) => {
  const read = fromEnvironment(variables, "made")
  return read.ok ? read.value : read.error
}

describe("a configuration from the environment", () => {
  it("is the sandbox on loopback where nothing is set", () => {
    expect(from({})).toEqual({
      host: "127.0.0.1",
      port: 8787,
      keys: [{ key: "sandbox", name: "sandbox" }],
      keyOrigin: "sandbox",
      upstreams: [],
      routes: [],
      wireNames
    })
  })

  it("switches a vendor on by its key, on loopback and with a key of its own", () => {
    expect(from({ OPENAI_API_KEY: "o", OPENAI_BASE_URL: "http://o/v1" })).toMatchObject({
      host: "127.0.0.1",
      keys: [{ key: "made", name: "local" }],
      keyOrigin: "made-for-this-run",
      upstreams: [{ name: "openai", family: "openai", key: "o", url: "http://o/v1" }]
    })
  })

  it.each([
    ["DASHSCOPE", "qwen"],
    ["DEEPSEEK", "deepseek"],
    ["MOONSHOT", "kimi"],
    ["OPENROUTER", "openrouter"]
  ])("switches a vendor of an API like OpenAI's on: %s", (name, family) => {
    const variables = { [`${name}_API_KEY`]: "k", [`${name}_BASE_URL`]: "http://v/v1" }
    expect(from(variables)).toMatchObject({ upstreams: [{ name: family, family, key: "k", url: "http://v/v1" }] })
  })

  it("switches all vendors on, at their own addresses", () => {
    expect(
      from({ OPENAI_API_KEY: "o", ANTHROPIC_API_KEY: "a", ANTHROPIC_BASE_URL: "", GEMINI_API_KEY: "g" })
    ).toMatchObject({
      upstreams: [
        { name: "openai", family: "openai", key: "o" },
        { name: "claude", family: "claude", key: "a" },
        { name: "gemini", family: "gemini", key: "g" }
      ]
    })
  })

  it("finds the content-style vendor where its own SDK does", () => {
    expect(from({ GEMINI_API_KEY: "g", GOOGLE_GEMINI_BASE_URL: "http://g" })).toMatchObject({
      upstreams: [{ name: "gemini", family: "gemini", key: "g", url: "http://g" }]
    })
  })

  it("listens everywhere once there are client keys", () => {
    expect(from({ ANTHROPIC_API_KEY: "a", ISOGLOSS_KEYS: "k1, k2," })).toMatchObject({
      host: "0.0.0.0",
      keys: [
        { key: "k1", name: "key-1" },
        { key: "k2", name: "key-2" }
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
