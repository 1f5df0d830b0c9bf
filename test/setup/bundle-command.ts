import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ChunkingContext, type Plugin, rolldown } from "rolldown"

/**
 * Puts the command's modules and the packages that it is made of into a few files of `dist`, in the place of its entry
 * and of its worker: a start reads some ten files and not a thousand, and of Effect what is used. What guards the network
 * and tokens stays a package of its own, which is mended without a new version of this one; so does what not all need.
 * The folder whose `dist` it is may be named.
 */
const top = fileURLToPath(new URL("../..", import.meta.url))
const [folder = top] = process.argv.slice(2)
const own = ["undici", "jose", "redis", "@node-rs/argon2", "gpt-tokenizer"]

/** A module that is not there, and what takes its place. */
const standIn = (name: string, contents: string): Plugin => ({
  name: `${name}-stand-in`,
  resolveId: (id, importer) => (id === name && importer !== `\0${name}` ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? contents : null)
})

/**
 * `node:http` as `require` has it. An `import` makes a list of all that the module exports, for which node loads a
 * WebSocket, and with that a whole client of HTTP that nobody here asks for: a tenth of the time of a start.
 */
const withoutFacade = standIn("node:http", `module.exports = process.getBuiltinModule("node:http")`)

/** What the command uses of undici, and where undici has it. */
const undiciParts = {
  Agent: "dispatcher/agent.js",
  Client: "dispatcher/client.js",
  buildConnector: "core/connect.js"
}

/**
 * undici's sockets without the rest of it: its `fetch`, WebSocket, caches and mocks are three quarters of what it loads,
 * a tenth of a start and of an idle process's memory, and nobody here asks for them. A version of it that has these files
 * elsewhere is loaded whole.
 */
const undiciInParts = standIn(
  "undici",
  `import { createRequire } from "node:module"
const load = createRequire(import.meta.url)
const part = (file, name) => {
  try { return load("undici/lib/" + file) } catch { return load("undici")[name] }
}
${Object.entries(undiciParts)
  .map(([name, file]) => `export const ${name} = part("${file}", "${name}")`)
  .join("\n")}`
)

/** The modules that whoever serves loads, whatever is configured: each file by itself costs a start half a millisecond. */
const served = new Set<string>()
const serve = (id: string, context: ChunkingContext): string | null => {
  if (served.size === 0) follow(join(folder, "src/hosts/cli/serve.ts"), context)
  return served.has(id) ? "serve" : null
}
const follow = (id: string, context: ChunkingContext): void => {
  if (served.has(id)) return
  served.add(id)
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) follow(imported, context)
}

const bundle = await rolldown({
  cwd: folder,
  input: { cli: "src/cli.ts", "hosts/cli/worker": "src/hosts/cli/worker.ts" },
  platform: "node",
  external: (id) => id !== "undici" && own.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [withoutFacade, undiciInParts],
  // what is imported where it is needed is loaded with what serves all the same
  checks: { ineffectiveDynamicImport: false }
})
const { output } = await bundle.write({
  dir: "dist",
  format: "esm",
  comments: false,
  entryFileNames: "[name].js",
  chunkFileNames: "hosts/cli/bundled-[hash].js",
  codeSplitting: { groups: [{ name: serve, debugName: "serve" }] }
})
await bundle.close()

// they are of what was there before
for (const map of ["cli.js.map", "hosts/cli/worker.js.map"]) rmSync(join(folder, "dist", map))

const bundled = new Set(
  output
    .flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
    .flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
)
const licences = [...bundled].toSorted().map((name) => {
  const [file] = globSync(join(top, "node_modules", name, "LICEN[CS]E*"))
  if (file === undefined) throw new Error(`${name} is bundled, and its licence is not to be found`)
  return `${name}\n\n${readFileSync(file, "utf8").trim()}\n`
})
writeFileSync(join(folder, "dist/hosts/cli/LICENSES.txt"), licences.join("\n----\n\n"))
