import { readFileSync } from "node:fs"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { describe, expect, it } from "vitest"
import { ConfigurationFile, wanted } from "../../src/config/schema.ts"
import { readFile } from "../../src/config/file.ts"

/** The keys below a schema as `wanted` writes them: `*` stands for any one step. */
const keysOf = (ast: SchemaAST.AST, path = ""): readonly string[] => {
  const below = (type: SchemaAST.AST, step: string): readonly string[] => {
    const key = path === "" ? step : `${path}.${step}`
    return [key, ...keysOf(type, key)]
  }
  switch (ast._tag) {
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) => below(type, String(name))),
        ...ast.indexSignatures.flatMap(({ type }) => below(type, "*"))
      ]
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((type) => below(type, "*"))
    case "Union":
      return ast.types.flatMap((type) => keysOf(type, path))
    default:
      return []
  }
}

describe("the sentences of a configuration", () => {
  const keys = new Set(keysOf(Schema.toEncoded(ConfigurationFile).ast))

  it("say of every key of a file what it must be, and of no other", () => {
    expect(keys.size).toBeGreaterThan(100)
    expect([...wanted.keys()].toSorted()).toEqual([...keys].toSorted())
  })

  it("are of keys that the page on configuration names", () => {
    const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8")
    const names = new Set([...keys].flatMap((key) => key.split(".").filter((step) => step !== "*")))
    expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([])
  })

  it("say of a name in a list that is none what is wanted", () => {
    const upstream = "upstreams: {claude: {family: claude, key: sk-ant-1}}"
    const read = readFile(`keys: [{key: abcdefgh}]\n${upstream}\nwireNames: {native: ['']}\n`, {})
    expect(read).toMatchObject({
      error: [{ key: "wireNames.native[0]", message: "must be the name of a member.", line: 3 }]
    })
  })
})
