import { describe, expect, it } from "vitest"
import { hasName } from "../../../src/core/json/pointer.ts"

const pattern = /"(?:args|error)"\s*:\s*["{]/

/** Texts around a member, with few quotation marks and with many. */
const around: Readonly<Record<string, (member: string) => string>> = {
  "a short text": (member) => `{"a":1,${member}}`,
  "long prose": (member) => `{"a":"${"It is noon. ".repeat(20_000)}",${member}}`,
  "prose behind it": (member) => `{${member},"a":"${"It is noon. ".repeat(20_000)}"}`,
  "many members": (member) => `{${'"a":1,'.repeat(40_000)}${member}}`
}

describe.each(Object.entries(around))("in %s", (_, text) => {
  it.each(['"args":{}', '"error" : "no"'])("%s is found", (member) => expect(hasName(text(member), pattern)).toBe(true))
  it.each(['"argue":{}', '"error":null', '"x":"args"'])("%s is not", (member) =>
    expect(hasName(text(member), pattern)).toBe(false)
  )
})
