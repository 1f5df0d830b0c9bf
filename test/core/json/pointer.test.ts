import { expect, it } from "vitest"
import { dottedPath } from "../../../src/core/json/pointer.ts"

it.each([
  ["", ""],
  ["/model", "model"],
  ["/messages/0/content", "messages[0].content"],
  ["/tools/1/function/a~1b", "tools[1].function.a/b"]
])("%j is written for people as %j", (pointer, written) => expect(dottedPath(pointer)).toBe(written))
