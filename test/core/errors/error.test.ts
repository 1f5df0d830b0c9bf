import { expect, it } from "vitest"
import { aboutDefect, GatewayError } from "../../../src/core/errors/error.ts"

it.each(["Forbidden", "toString", undefined])(
  "an error of a reason that there is not is an internal one: %s",
  (reason) => {
    const error: unknown = Reflect.construct(GatewayError, [reason, "No."])
    expect(error).toMatchObject({ reason: "Internal", status: 500, message: "No." })
  }
)

it("of where a defect came from eight places are told", () => {
  const defect = new TypeError("a")
  const places = Array.from({ length: 12 }, (_, line) => `    at f (file:///a.ts:${line}:1)`)
  defect.stack = ["TypeError: a", ...places].join("\n")
  expect(aboutDefect(defect).slice(1)).toEqual(places.slice(0, 8))
})

it.each([
  new SyntaxError("Unexpected token s, secret is not valid JSON"),
  new URIError("URI malformed: secret"),
  new TypeError("Cannot convert secret to a BigInt")
])("of a defect whose message may hold what was read nothing is told but its kind: %s", (defect) => {
  expect(aboutDefect(defect)[0]).toBe(`${defect.name}: (what it says may quote what was read)`)
})
