import { randomBytes } from "node:crypto"
import { readFile } from "../../../src/config/file.ts"
import { printProblem } from "../../../src/config/validators.ts"
import type { Random } from "../../bench/random.ts"
import { tells } from "../../secrets/canary.ts"
import { bytesOf, mutated, textOf } from "../mutate.ts"
import type { Case, Target } from "../target.ts"

/** Stands where a case holds a secret, which is made for each run. */
const place = "SECRET"

const yaml = `
listen: { host: 0.0.0.0, port: "\${PORT}", proxies: 1 }
keys:
  - { key: "${place}", name: team, models: ["gpt-*"], routing: true, requests: 4 }
  - key: "\${KEY}"
upstreams:
  openai: { format: chat-completions, url: "http://127.0.0.1:1/v1", key: "${place}", family: openai, retired: ["${place}"] }
  anthropic:
    key: ${place}
    family: claude
    sockets: 3
models:
  - { match: fast, upstream: openai, model: gpt-4o-mini }
  - &shared { match: "ft-*", upstream: openai, like: gpt-4o }
  - *shared
tasks: memory
loginSecret: ["${place}${place}"]
limits: { upstream: { sockets: 9 }, clocks: { head: 3 }, logins: { failures: 2 } }
stop: { ready: 0, grace: 1 }
open: [/openapi.json]
strict: true
envelope: vendor
wireNames:
  thinkingToContent: [acme_thinking_to_content]
`

const json = JSON.stringify({
  listen: { host: "127.0.0.1", port: 9000 },
  keys: [{ key: place, name: "team" }],
  upstreams: { gemini: { family: "gemini", key: place, retired: [place], url: "https://a.test" } },
  models: [{ match: "*", upstream: "gemini" }],
  loginSecret: place.repeat(6),
  accounts: [{ username: "ada", hash: "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0$YSBkaWdlc3QgdGhhdCBpcyBub25l" }],
  limits: { answers: { whole: 1000 } }
})

/** The most bytes of a file: its writer may make it dear, but here time is for other cases. */
const longest = 20_000

const make = (random: Random): Case => ({
  bytes: bytesOf(mutated(random.pick([yaml, json, JSON.stringify(JSON.parse(json), undefined, 2)]), random)).subarray(
    0,
    longest
  ),
  how: {}
})

/** Configuration files, YAML and JSON: they are read, or all that is wrong is told, without the value of a key. */
export const files = (): Target => {
  const secret = randomBytes(18).toString("hex")
  return {
    name: "files",
    trusted: true,
    make,
    fault: ({ bytes }) => {
      const text = Buffer.from(textOf(bytes).replaceAll(place, secret), "latin1").toString()
      const read = readFile(text, { PORT: "81", KEY: secret })
      if (read.ok) return undefined
      if (read.error.length === 0) return "no problem: a file is refused without a reason"
      const unnamed = read.error.find(({ message, line }) => message === "" || line === 0)
      if (unnamed !== undefined) return `unnamed problem: ${JSON.stringify(unnamed)}`
      const told = read.error.map(printProblem).join("\n")
      return tells(told, secret) ? `secret: ${told.replaceAll(secret, place)}` : undefined
    }
  }
}
