import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "esbuild"

/**
 * Puts the command's modules and the packages that it is made of into a few files of `dist`, in the place of its entry
 * and of its worker: a start reads tens of files and not a thousand, and of Effect what is used. What guards the network
 * and tokens stays a package of its own, which is mended without a new version of this one; so does what not all need.
 * The folder whose `dist` it is may be named.
 */
const top = fileURLToPath(new URL("../..", import.meta.url))
const [folder = top] = process.argv.slice(2)
const own = ["undici", "jose", "redis", "@node-rs/argon2", "gpt-tokenizer"]

/**
 * `node:http` as `require` has it. An `import` makes a list of all that the module exports, for which node loads a
 * WebSocket, and with that a whole client of HTTP that nobody here asks for: a tenth of the time of a start.
 */
const withoutFacade: Plugin = {
  name: "node-http-without-facade",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:http$/ }, ({ path }) => ({ path, namespace: "builtin" }))
    onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule("${path}")`
    }))
  }
}

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
const undiciInParts: Plugin = {
  name: "undici-in-parts",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^undici$/ }, ({ path, namespace }) =>
      namespace === "undici" ? { path, external: true } : { path, namespace: "undici" }
    )
    onLoad({ filter: /./, namespace: "undici" }, () => ({
      contents: [
        "const part = (file, name) => {",
        "  try { return require(`undici/lib/${file}`) } catch { return require('undici')[name] }",
        "}",
        ...Object.entries(undiciParts).map(([name, file]) => `export const ${name} = part("${file}", "${name}")`)
      ].join("\n")
    }))
  }
}

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: ["src/cli.ts", "src/hosts/cli/worker.ts"],
  outbase: "src",
  outdir: "dist",
  chunkNames: "hosts/cli/bundled-[hash]",
  bundle: true,
  splitting: true,
  metafile: true,
  format: "esm",
  platform: "node",
  target: "node22",
  plugins: [withoutFacade, undiciInParts],
  external: own.flatMap((name) => [name, `${name}/*`]),
  banner: {
    js: 'import { createRequire as _createRequire } from "node:module"; const require = _createRequire(import.meta.url);'
  },
  allowOverwrite: true
})

// they are of what was there before
for (const map of ["cli.js.map", "hosts/cli/worker.js.map"]) rmSync(join(folder, "dist", map))

const bundled = new Set(
  Object.keys(metafile.inputs).flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
)
const licences = [...bundled].toSorted().map((name) => {
  const [file] = globSync(join(top, "node_modules", name, "LICEN[CS]E*"))
  if (file === undefined) throw new Error(`${name} is bundled, and its licence is not to be found`)
  return `${name}\n\n${readFileSync(file, "utf8").trim()}\n`
})
writeFileSync(join(folder, "dist/hosts/cli/LICENSES.txt"), licences.join("\n----\n\n"))
