import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import wabt from "wabt"

const folder = new URL("../../../src/core/json/", import.meta.url)

/** The module that the source of the walk is, as a file of ours. */
const assembled = async (): Promise<string> => {
  const { parseWat } = await wabt()
  const source = parseWat("outline.wat", readFileSync(new URL("outline.wat", folder), "utf8"), { simd: true })
  source.validate()
  const program = Buffer.from(source.toBinary({}).buffer).toString("base64")
  return `/** What \`outline.wat\` is as a module of WebAssembly, in Base64. */\nexport const program =\n  "${program}"\n`
}

describe("the program that walks over a body", () => {
  it("is made of its source", async () =>
    expect(await assembled()).toMatchFileSnapshot(new URL("outline-program.ts", folder).pathname))
})
