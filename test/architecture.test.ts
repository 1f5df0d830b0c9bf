import { execFileSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { check, type Rule } from "./architecture/check.ts"
import type { House } from "./architecture/house.ts"
import { readSource, type Source } from "./architecture/source.ts"

const top = fileURLToPath(new URL("..", import.meta.url))
const filesAt = (glob: string): readonly string[] =>
  globSync(glob, { cwd: top }).map((file) => file.replaceAll("\\", "/"))
const namesAt = (glob: string): readonly string[] => filesAt(glob).map((file) => basename(file, ".ts"))

/** The families, as the one list of them names their files. */
const listedFamilies = [
  ...readFileSync(join(top, "src/config/families.ts"), "utf8").matchAll(/families\/(.+)\.ts"/gu)
].flatMap(([, name]) => name ?? [])

/** The house: rooms from the top down, each of which imports only from the rooms below. */
const house: House = {
  floors: [
    ["hosts"],
    ["config"],
    ["gateway", "lab"],
    ["endpoints"],
    ["exchange"],
    ["families"],
    ["capabilities"],
    ["media", "history"],
    ["upstream", "tasks", "telemetry"],
    ["credentials"],
    ["translate"],
    ["formats"],
    ["core"]
  ],
  pure: ["translate", "formats", "core"],
  purePackages: [],
  parted: { formats: namesAt("src/formats/*").filter((name) => name !== "openai"), families: listedFamilies },
  outside: ["sandbox", "testing"],
  sockets: {
    undici: ["src/upstream/", "src/media/"],
    fetch: ["src/upstream/"],
    redis: ["src/tasks/redis/"],
    "node:http": ["src/upstream/", "src/hosts/", "src/sandbox/listen.ts"],
    "node:https": ["src/upstream/"],
    "node:http2": ["src/upstream/"],
    "node:net": ["src/upstream/", "src/media/", "src/hosts/cli/serve.ts", "src/hosts/node-answer.ts"],
    "node:tls": ["src/upstream/", "src/media/"]
  },
  programs: ["src/cli.ts"]
}

/** Places that must have been read, so that an empty reading passes for nothing. */
const expected: readonly string[] = [
  "src/core/chat/chat.ts",
  "src/formats/chat-completions/",
  "src/formats/messages/",
  "src/translate/",
  "src/families/",
  "src/capabilities/",
  "src/exchange/",
  "src/upstream/",
  "src/media/",
  "src/sandbox/",
  "src/config/",
  "src/credentials/",
  "src/endpoints/",
  "src/gateway/",
  "src/lab/",
  "src/tasks/",
  "src/history/",
  "src/telemetry/",
  "src/sandbox.ts"
]

const real: readonly Source[] = filesAt("src/**/*.ts").map((file) =>
  readSource(file, readFileSync(join(top, file), "utf8"))
)

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"))
const declared = Object.keys({ ...dependencies, ...peerDependencies })

/** What the rules find in the planted files when they stand among the real ones. */
const planted = (files: Readonly<Record<string, string>>): readonly { rule: Rule; file: string }[] =>
  check(house, [...real, ...Object.entries(files).map(([file, text]) => readSource(file, text))], declared)
    .filter(({ file }) => Object.hasOwn(files, file))
    .map(({ rule, file }) => ({ rule, file }))

/** For each rule, a file that breaks it and its twin, a token or two away, that does not. */
const violations: readonly (readonly [rule: Rule, file: string, broken: string, sound: string])[] = [
  ["every room has a floor", "src/cellar/planted.ts", "export {}", ""],
  ["imports go downwards", "src/core/planted.ts", 'import "../formats/messages/wire.ts"', 'import "./chat/chat.ts"'],
  [
    "imports go downwards",
    "src/formats/planted.ts",
    'import "../upstream/upstream.ts"',
    'import "../core/chat/chat.ts"'
  ],
  [
    "imports go downwards",
    "src/families/planted.ts",
    'export type { A } from "../exchange/body.ts"',
    'export type { A } from "../capabilities/models.ts"'
  ],
  ["imports go downwards", "src/gateway/planted.ts", 'import "../sandbox/digest.ts"', 'import "../exchange/body.ts"'],
  [
    "rooms of one floor are apart",
    "src/telemetry/planted.ts",
    'import type { A } from "../upstream/upstream.ts"',
    'import type { A } from "../core/chat/chat.ts"'
  ],
  [
    "parts of a room are apart",
    "src/formats/messages/planted.ts",
    'import "../chat-completions/wire.ts"',
    'import "./wire.ts"'
  ],
  [
    "parts of a room are apart",
    "src/formats/openai/planted.ts",
    'import "../responses/wire.ts"',
    'import "./media.ts"'
  ],
  ["parts of a room are apart", "src/families/claude-planted.ts", 'import "./openai.ts"', 'import "./family.ts"'],
  ["parts of a room are apart", "src/families/planted.ts", 'import "./claude/models.ts"', 'import "./family.ts"'],
  ["pure rooms import nothing worldly", "src/core/planted.ts", 'import "node:path"', 'import "./chat/chat.ts"'],
  ["pure rooms import nothing worldly", "src/core/planted.ts", 'import type { Effect } from "effect/Effect"', ""],
  ["pure rooms import nothing worldly", "src/formats/messages/planted.ts", 'import "undici"', ""],
  ["pure rooms import nothing worldly", "src/formats/messages/planted.ts", 'void import("node:fs")', ""],
  [
    "pure rooms use nothing worldly",
    "src/core/planted.ts",
    "export const a = Date.now()",
    "export const a = { Date: 1 }"
  ],
  [
    "pure rooms use nothing worldly",
    "src/core/planted.ts",
    "export const a = Math.random()",
    "export const a = Math.max()"
  ],
  [
    "rooms outside see types of entries",
    "src/sandbox/planted.ts",
    'import type { Chat } from "../core/chat/chat.ts"',
    'import type { Behaviour } from "../sandbox.ts"'
  ],
  [
    "only the top floor imports an entry",
    "src/sandbox/planted.ts",
    'import { make } from "../sandbox.ts"',
    'import "./digest.ts"'
  ],
  ["only the top floor imports an entry", "src/gateway/planted.ts", 'import type { A } from "../sandbox.ts"', ""],
  [
    "only the top floor imports an entry",
    "src/config/planted.ts",
    'import { chatCompletions } from "../translate.ts"',
    'import { chatCompletions } from "../formats/chat-completions/index.ts"'
  ],
  ["entries pass on names", "src/planted.ts", "export const a = 1", 'export { digest } from "./sandbox/digest.ts"'],
  ["sockets open in one place", "src/endpoints/planted.ts", 'import { request } from "undici"', ""],
  [
    "sockets open in one place",
    "src/gateway/planted.ts",
    'import { createServer } from "node:http"',
    'import type { IncomingMessage } from "node:http"'
  ],
  [
    "sockets open in one place",
    "src/tasks/planted.ts",
    'import { createClient } from "redis"',
    'import type { RedisClientType } from "redis"'
  ],
  ["sockets open in one place", "src/hosts/planted.ts", 'import "node:net"', 'import "node:http"'],
  [
    "sockets open in one place",
    "src/exchange/planted.ts",
    "export const a = () => fetch(here)",
    "export const a = (it: { fetch: () => void }) => it.fetch()"
  ],
  [
    "packages are declared",
    "src/gateway/planted.ts",
    'import OpenAI from "openai"',
    'import type OpenAI from "openai"'
  ],
  ["every import is a file of src", "src/gateway/planted.ts", 'import "../../test/laws/runs.ts"', ""],
  ["every import is a file of src", "src/gateway/planted.ts", 'import "../core/no-such-file.ts"', ""],
  ["no cycles", "src/core/planted.ts", 'import "./planted.ts"', 'import "./chat/chat.ts"']
]

describe("the house", () => {
  it("breaks none of its rules", () => {
    expect(check(house, real, declared)).toEqual([])
  })

  it.each(expected)("has %s among what was read", (place) => {
    expect(real.filter(({ file }) => file.startsWith(place))).not.toEqual([])
  })

  it("has its imports read", () => {
    expect(real.flatMap(({ imports }) => imports).length).toBeGreaterThan(400)
  })

  it.each(violations)("%s: a planted violation in %s is caught", (rule, file, broken) => {
    expect(planted({ [file]: broken })).toEqual([{ rule, file }])
  })

  it.each(violations)("%s: its sound twin in %s is not", (rule, file, _broken, sound) => {
    expect(planted({ [file]: sound }).map((found) => found.rule)).toEqual(
      rule === "every room has a floor" ? [rule] : []
    )
  })

  it("lets the top floor import an entry", () => {
    expect(planted({ "src/hosts/planted.ts": 'import { chatCompletions } from "../translate.ts"' })).toEqual([])
  })

  it("catches a cycle of three files, two of them by types alone", () => {
    const files = {
      "src/core/planted-a.ts": 'import type { B } from "./planted-b.ts"',
      "src/core/planted-b.ts": 'export type { C } from "./planted-c.ts"',
      "src/core/planted-c.ts": 'import { a } from "./planted-a.ts"'
    }
    expect(planted(files).map(({ rule }) => rule)).toEqual(["no cycles"])
  })

  it("has lower floors that need no type of Node", { timeout: 180_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "isogloss-browser-"))
    const config = join(folder, "tsconfig.json")
    const compile = (more: readonly string[]): string => {
      const files = [...house.pure.flatMap((room) => globSync(join(top, "src", room, "**/*.ts"))), ...more]
      writeFileSync(
        config,
        JSON.stringify({
          extends: join(top, "tsconfig.json"),
          compilerOptions: { types: [], lib: ["ES2023", "DOM"], typeRoots: [] },
          include: [],
          files
        })
      )
      try {
        return execFileSync(process.execPath, [join(top, "node_modules/typescript/bin/tsc"), "-p", config], {
          encoding: "utf8"
        })
      } catch (failure) {
        return failure instanceof Error && "stdout" in failure ? String(failure.stdout) : String(failure)
      }
    }
    try {
      const planted = join(folder, "planted.ts")
      writeFileSync(planted, "export const a = process.version\n")
      expect(compile([])).toBe("")
      expect(compile([planted])).toContain("Cannot find name 'process'")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
