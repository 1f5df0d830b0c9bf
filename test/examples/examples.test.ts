import { globSync, readFileSync } from "node:fs"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const top = fileURLToPath(new URL("../..", import.meta.url))
const examples = globSync("examples/*.ts", { cwd: top }).toSorted()
const textOf = (file: string): string => readFileSync(join(top, file), "utf8")

/** An example as a user of the package writes it: the repository's imports go to the source, to run without a build. */
const blocks = [...textOf("README.md").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = ""]) => block)

const ended = async (file: string): Promise<{ readonly code: unknown; readonly said: string }> => {
  const child = spawn(process.execPath, [file], { cwd: top, stdio: ["ignore", "ignore", "pipe"] })
  let said = ""
  child.stderr.on("data", (piece: Buffer) => (said += piece.toString()))
  const [code] = await once(child, "close")
  return { code, said }
}

describe("the examples", () => {
  it("are nine", () => {
    expect(examples).toHaveLength(9)
  })

  it.each(examples)("%s shows what it says", { timeout: 180_000 }, async (file) => {
    expect(await ended(file)).toEqual({ code: 0, said: "" })
  })

  it.each(examples)("%s asserts something and fits on a screen", (file) => {
    const text = textOf(file)
    expect(text).toMatch(/^ *(?:await )?assert[.(]/m)
    expect(text.split("\n").length).toBeLessThanOrEqual(51)
  })
})

describe("the README's code", () => {
  it("is three blocks", () => {
    expect(blocks).toHaveLength(3)
  })
})
