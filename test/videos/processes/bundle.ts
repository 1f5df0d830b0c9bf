import { createHash } from "node:crypto"
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync } from "esbuild"

/** Where bundles are kept, each under what it holds. */
const kept = fileURLToPath(new URL("../../../node_modules/.cache/isogloss-processes", import.meta.url))

/** For packages that are still CommonJS. */
const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' }

const made = new Map<string, string>()

const bundle = (script: string): string => {
  const { outputFiles } = buildSync({
    entryPoints: [script],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node22",
    banner
  })
  const text = outputFiles.map((file) => file.text).join("")
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16)
  const file = join(kept, `${basename(script, ".ts")}-${hash}.mjs`)
  if (existsSync(file)) return file
  mkdirSync(kept, { recursive: true })
  const whole = `${file}.${process.pid}`
  writeFileSync(whole, text)
  renameSync(whole, file)
  return file
}

/** One file that holds a script and all that it imports: many short processes of it start in a quarter of the time. */
export const bundled = (script: string): string => {
  const file = made.get(script) ?? bundle(script)
  made.set(script, file)
  return file
}
