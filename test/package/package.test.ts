import { gzipSync } from "node:zlib"
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { firstCommand, isogloss } from "../cli/process.ts"
import { run, runScript, top } from "./command.ts"
import { exportedNames } from "./exports.ts"
import { entries, pack, type Packed } from "./packed.ts"

let packed: Packed
beforeAll(() => {
  packed = pack()
}, 120_000)
afterAll(() => {
  packed.remove()
})

const specifiers = [...entries.keys()].map((subpath) => join("isogloss", subpath))

/** What starts the command and its threads: other files are bundled into them. */
const bundled = ["dist/cli", "dist/hosts/cli/worker"]

const loading = { timeout: 180_000 }

/** What the command has loaded by the time that it listens: a list that an expression makes, in a process prepared so. */
const loadedBy = async ({ folder }: Packed, prepare: string, list: string): Promise<readonly string[]> => {
  const preload = `${prepare}\nprocess.on("SIGUSR2", () => console.log("loaded", JSON.stringify(${list}), "and no more"))`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` }
  const { child, ended, saying } = isogloss(["serve", "--port", "0"], env, "", join(folder, "dist/cli.js"))
  await saying(firstCommand)
  child.kill("SIGUSR2")
  const said = await saying("and no more")
  child.kill("SIGKILL")
  await ended
  return JSON.parse(/loaded (.*) and no more/u.exec(said)?.[1] ?? "[]")
}

describe("the package", () => {
  it("has public entries", () => {
    expect(specifiers).toContain("isogloss/translate")
  })

  it("holds its code, its source and its papers, and nothing else", () => {
    const papers = ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md"]
    const others = packed.files.filter(
      (file) =>
        !papers.includes(file) &&
        !/^(?:src|examples)\/[\w/-]+\.ts$/u.test(file) &&
        !/^(?:docs\/\w+|src\/(?:families|formats|sandbox)\/README)\.md$/u.test(file) &&
        !/^dist\/[\w/-]+\.(?:d\.ts|js)(?:\.map)?$/u.test(file) &&
        !["docs/performance.svg", "dist/hosts/cli/LICENSES.txt", "src/core/json/outline.wat"].includes(file)
    )
    expect(others).toEqual([])
  })

  it("holds what is built of every source file", () => {
    const built = packed.files
      .filter((file) => /^src\/.*\.ts$/u.test(file))
      .flatMap((file) => {
        const name = file.replace(/^src\//u, "dist/").replace(/\.ts$/u, "")
        const code = bundled.includes(name) ? [`${name}.js`] : [`${name}.js`, `${name}.js.map`]
        return [...code, `${name}.d.ts`, `${name}.d.ts.map`]
      })
    expect(packed.files).toEqual(expect.arrayContaining(built))
    expect(built).not.toEqual([])
  })

  it("opens its entries, each a built file, and nothing else", () => {
    const { exports } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"))
    const open = [...entries].map(([subpath, name]) => [subpath, `./dist/${name}.js`])
    expect(exports).toEqual({ ...Object.fromEntries(open), "./package.json": "./package.json" })
  })

  it.each(["core/chat/chat", "families/family", "families/gemini/models", "cli"])("lets nobody import %s", (inside) => {
    writeFileSync(join(packed.project, "inside.mjs"), `await import("isogloss/${inside}")\n`)
    const { said } = run(process.execPath, ["inside.mjs"], packed.project)
    expect(said).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED")
  })

  it.each(specifiers)("lets %s be imported", (specifier) => {
    writeFileSync(join(packed.project, "outside.mjs"), `await import("${specifier}")\n`)
    expect(run(process.execPath, ["outside.mjs"], packed.project)).toEqual({ status: 0, said: "" })
  })

  it("exports these names", async () => {
    await expect(`${exportedNames(packed.folder).join("\n")}\n`).toMatchFileSnapshot("./exports.txt")
  })

  it("has types that TypeScript 5.9 reads without skipping any", () => {
    const lines = specifiers.map((specifier, index) => `export * as entry${index} from "${specifier}"`)
    writeFileSync(join(packed.project, "all.ts"), `${lines.join("\n")}\n`)
    writeFileSync(join(packed.project, "package.json"), '{ "type": "module" }\n')
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      module: "NodeNext",
      target: "ES2023",
      lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      types: ["node"]
    }
    writeFileSync(join(packed.project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["all.ts"] }))
    expect(runScript("node_modules/typescript-5.9/bin/tsc", [], packed.project)).toEqual({ status: 0, said: "" })
  })

  it("has no page with a link to what it does not hold", () => {
    const links = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].flatMap((page) =>
      [...readFileSync(join(packed.folder, page), "utf8").matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(
        ([, to = ""]) => to
      )
    )
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((to) => !existsSync(join(packed.folder, to)))).toEqual([])
  })

  it("runs the front page's programs as they are printed", { timeout: 180_000 }, () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "vendor-key-1")
    const readme = readFileSync(join(packed.folder, "README.md"), "utf8")
    const programs = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code)
    const given = `const body = { model: "any", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }
const send = async () => JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "gpt-4o", choices: [{ index: 0, message: { role: "assistant", content: "Ho" }, finish_reason: "stop" }] })
`
    const ends = ["if (!back.ok) throw back.error", "await gateway.ready\nawait gateway.dispose()"]
    expect(programs).toHaveLength(3)
    for (const [nth, code] of programs.entries()) {
      const file = join(packed.project, `front-page-${nth}.mjs`)
      writeFileSync(file, `${nth === 0 ? given : ""}${code}\n${ends[Math.min(nth, 1)]}\n`)
      const { status, said } = run(process.execPath, [file], packed.project)
      expect(status, said).toBe(0)
    }
  })

  it("serves what is long on a thread, and has what it needs of Effect in it", { timeout: 180_000 }, async () => {
    const { child, ended, saying } = isogloss(["serve", "--port", "0"], {}, "", join(packed.folder, "dist/cli.js"))
    const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/u.exec(await saying(firstCommand)) ?? []
    const messages = [{ role: "user", content: "A long story. ".repeat(150_000) }]
    const body = JSON.stringify({ model: "claude-sonnet-4-6", messages })
    const headers = { "content-type": "application/json", authorization: "Bearer sandbox" }
    const answer = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([200, { object: "chat.completion" }])
    child.kill("SIGKILL")
    await ended
    const built = globSync("dist/{cli,hosts/cli/{bundled-*,worker}}.js", { cwd: packed.folder })
    const texts = built.map((file) => readFileSync(join(packed.folder, file), "utf8"))
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter((text) => /^[^/*\n]*from "effect/mu.test(text))).toEqual([])
  })

  it("listens without the client of HTTP that node has in it, which takes long to load", loading, async () => {
    const modules = `["NativeModule http", "NativeModule internal/deps/undici/undici"]`
    const told = await loadedBy(packed, "", `process.moduleLoadList.filter((name) => ${modules}.includes(name))`)
    expect(told).toEqual(["NativeModule http"])
  })

  it("listens with the sockets of undici alone, and with nothing that reads logins", loading, async () => {
    const collect = `const { registerHooks } = process.getBuiltinModule("module"); const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })`
    const told = await loadedBy(packed, collect, "loaded")
    const packages = told.flatMap((url) => /.*node_modules\/((?:undici|jose)\/(?:\w+\/){0,2})/u.exec(url)?.[1] ?? [])
    expect(new Set(packages)).toEqual(
      new Set(["undici/lib/core/", "undici/lib/dispatcher/", "undici/lib/util/", "undici/lib/llhttp/"])
    )
  })

  it("is enough for a format of one's own", () => {
    for (const file of globSync("examples/bedrock-converse/*.ts", { cwd: packed.folder })) {
      const code = readFileSync(join(packed.folder, file), "utf8").replace("../../src/format.ts", "isogloss/format")
      writeFileSync(join(packed.project, basename(file)), code)
    }
    const program = `import { converse } from "./index.ts"
import { ChatCompletions, translateRequest } from "isogloss/translate"
const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }] })
const asked = translateRequest({ from: ChatCompletions, to: converse, target: { model: "m" } }, body)
if (!asked.ok) throw asked.error
if (asked.value.body !== '{"messages":[{"role":"user","content":[{"text":"Hi"}]}]}') throw asked.value.body
`
    writeFileSync(join(packed.project, "outside-format.ts"), program)
    expect(run(process.execPath, ["outside-format.ts"], packed.project)).toEqual({ status: 0, said: "" })
  })

  it("satisfies publint", () => {
    const { status, said } = runScript("node_modules/publint/src/cli.js", [packed.tarball, "--strict"])
    expect(status, said).toBe(0)
  })

  it("satisfies attw", () => {
    const names = ["--entrypoints", ...entries.keys()]
    const args = [packed.tarball, "--profile", "esm-only", "--no-definitely-typed", "--no-color", ...names]
    const { status, said } = runScript("node_modules/@arethetypeswrong/cli/dist/index.js", args)
    expect(status, said).toBe(0)
  })
})

const twoFormats = `export { chatCompletions, messages } from "./formats.ts"
export { translateError, translateRequest, translateResponse, translateStream } from "./translate.ts"`

describe("translation alone, between two formats", () => {
  it("is at most 85 KB in a browser, with everything in it; the goal is 40", async () => {
    const { outputFiles } = await build({
      stdin: { contents: twoFormats, resolveDir: join(top, "src") },
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "browser",
      target: "es2023"
    })
    const [bundle] = outputFiles
    const size = gzipSync(bundle?.contents ?? "", { level: 9 }).length
    console.log(`isogloss/translate: ${(size / 1024).toFixed(1)} KB, minified and compressed`)
    expect(size).toBeGreaterThan(1024)
    expect(size).toBeLessThanOrEqual(85 * 1024)
  })
})
