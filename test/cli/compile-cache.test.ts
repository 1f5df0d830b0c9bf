import { spawnSync } from "node:child_process"
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"

const compiler = new URL("../../src/hosts/cli/v8.ts", import.meta.url).href

/** Where a process keeps what it compiles, if it does, once the command's own way was asked with a cache folder. */
const keptBy = (cache: string): string => {
  const script = `const { keepCompiled } = await import("${compiler}")
    keepCompiled({ XDG_CACHE_HOME: ${JSON.stringify(cache)} })
    console.log((await import("node:module")).getCompileCacheDir() ?? "nowhere")`
  const env = { PATH: process.env["PATH"] ?? "" }
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { env, encoding: "utf8" }).stdout.trim()
}

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "isogloss-cache-"))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

describe("what the command keeps of what it compiled", () => {
  it("lies among the caches of its user", () => {
    const cache = folder()
    expect(keptBy(cache).startsWith(join(cache, "isogloss"))).toBe(true)
    expect(statSync(join(cache, "isogloss")).mode & 0o777).toBe(0o700)
  })

  it.runIf(process.getuid?.() === 0)("is nothing where the folder is another user's, who could put code there", () => {
    const cache = folder()
    mkdirSync(join(cache, "isogloss"))
    chownSync(join(cache, "isogloss"), 12_345, 12_345)
    expect(keptBy(cache)).toBe("nowhere")
  })

  it("is nothing where no folder can be made", () => {
    const file = join(folder(), "file")
    writeFileSync(file, "")
    expect(keptBy(file)).toBe("nowhere")
  })
})
