import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { isogloss, firstCommand } from "./process.ts"

const top = fileURLToPath(new URL("../..", import.meta.url))
const all = ["effect", "undici", "jose", "yaml", "gpt-tokenizer"]

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "isogloss-packages-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The command where some packages are not installed. */
const without = (...missing: readonly string[]): string => {
  cpSync(join(top, "src"), join(folder, "src"), { recursive: true })
  cpSync(join(top, "package.json"), join(folder, "package.json"))
  mkdirSync(join(folder, "node_modules"))
  for (const name of all.filter((it) => !missing.includes(it))) {
    symlinkSync(join(top, "node_modules", name), join(folder, "node_modules", name))
  }
  return join(folder, "src", "cli.ts")
}

const config = (): string => {
  const file = join(folder, "gateway.yaml")
  writeFileSync(file, "keys: [{ key: k }]\nupstreams: { o: { family: openai, key: u } }\n")
  return file
}

describe("isogloss where a package is not installed", { timeout: 180_000 }, () => {
  it.each([
    ["effect", []],
    ["undici", []],
    ["yaml", ["--config"]]
  ])("%s: one message says what to do, and nothing is served", async (name, args) => {
    const command = without(name)
    const given = args.length === 0 ? [] : [...args, config()]
    const { code, stdout, stderr } = await isogloss(["serve", "--port", "0", ...given], {}, "", command).ended
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(
      new RegExp(
        `^isogloss: The package \`${name}\` is not installed\\. Run \`npm install "${name}@[~^][\\d.]+"\`\\.\n$`
      )
    )
  })

  it("jose: one message, but only where there are accounts", async () => {
    const command = without("jose")
    const file = join(folder, "gateway.json")
    const upstreams = { o: { family: "openai", key: "u" } }
    const accounts = [{ username: "ada", hash }]
    const given = { keys: [{ key: "k" }], upstreams, accounts, loginSecret: "0123456789abcdef0123456789abcdef" }
    writeFileSync(file, JSON.stringify(given))
    const { code, stdout, stderr } = await isogloss(["serve", "--port", "0", "--config", file], {}, "", command).ended
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(/^isogloss: The package `jose` is not installed\. Run `npm install "jose@[~^][\d.]+"`\.\n$/)
  })

  const hash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0$YSBkaWdlc3QgdGhhdCBpcyBub25l"

  it.each([
    ["redis", { tasks: "redis://127.0.0.1:1" }],
    ["@node-rs/argon2", { accounts: [{ username: "ada", hash }], loginSecret: "0123456789abcdef0123456789abcdef" }]
  ])("%s, which is optional: one message, but only where the configuration needs it", async (name, more) => {
    const command = without("gpt-tokenizer")
    const file = join(folder, "gateway.json")
    const upstreams = { o: { family: "openai", key: "u" } }
    writeFileSync(file, JSON.stringify({ keys: [{ key: "k" }], upstreams, ...more }))
    const { code, stdout, stderr } = await isogloss(["serve", "--port", "0", "--config", file], {}, "", command).ended
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(/^isogloss: The package `[^`]+` is not installed\. Run `npm install "[^"]+@\^[\d.]+"`\.\n$/)
    expect(stderr).toContain(`The package \`${name}\` is not installed`)
  })

  it("translates without any of them", async () => {
    const args = ["translate", "--from", "messages", "--to", "chat-completions"]
    const body = '{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]}'
    const { code, stdout } = await isogloss(args, {}, body, without(...all)).ended
    expect([code, JSON.parse(stdout).messages]).toEqual([0, [{ role: "user", content: "Hi" }]])
  })

  it("hashes no password without the package for that, which is optional, and says what to do", async () => {
    const { code, stdout, stderr } = await isogloss(["hash-password"], {}, "secret", without()).ended
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(
      /^isogloss: The package `@node-rs\/argon2` is not installed\. Run `npm install "@node-rs\/argon2@\^[\d.]+"`\.\n$/
    )
  })

  it("serves without the tokenizer, which is optional", async () => {
    const started = isogloss(["serve", "--port", "0"], {}, "", without("gpt-tokenizer"))
    const said = await started.saying(firstCommand)
    const answer = await fetch(`${/http:\/\/\S+/.exec(said)?.[0]}/v1/messages/count_tokens`, {
      method: "POST",
      headers: { "x-api-key": "sandbox", "content-type": "application/json" },
      body: '{"model":"claude-haiku-4-5","messages":[{"role":"user","content":"Hi"}]}'
    })
    started.child.kill("SIGTERM")
    expect([answer.status, answer.headers.get("x-isogloss-notes")]).toEqual([200, expect.stringContaining("count")])
    await started.ended
  })
})
