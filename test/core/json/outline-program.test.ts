import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import wabt from "wabt"

const folder = new URL("../../../src/core/json/", import.meta.url)

const walker = new URL("outline-wasm.ts", folder)

/** The walker, with the module in it that the source of its program is. */
const assembled = async (): Promise<string> => {
  const { parseWat } = await wabt()
  const source = parseWat("outline.wat", readFileSync(new URL("outline.wat", folder), "utf8"), { simd: true })
  source.validate()
  const program = Buffer.from(source.toBinary({}).buffer).toString("base64")
  return readFileSync(walker, "utf8").replace(/(?<=^const program =\s+)"[^"]*"/mu, () => `"${program}"`)
}

describe("the program that walks over a body", () => {
  it("is made of its source", async () => expect(await assembled()).toMatchFileSnapshot(walker.pathname))
})
