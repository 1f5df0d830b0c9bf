import { describe, expect } from "vitest"
import { passing as passingChat } from "../../src/formats/chat-completions/passing.ts"
import { passing as passingMessages } from "../../src/formats/messages/passing.ts"
import { JsonText, limits } from "../../src/words/json.ts"
import { scan } from "../../src/words/json-scan.ts"
import { outlineOf } from "../../src/words/outline.ts"
import { callOf } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { law } from "./law.ts"
import { subjects } from "./subjects.ts"

const passings = { "chat-completions": passingChat, messages: passingMessages }
const encoder = new TextEncoder()

/** A body in which, now and then, a value is of a type that is not its own. */
const oftenWrong = (request: (choices: Choices) => string) => (choices: Choices) => {
  const text = request(choices)
  const wrong = choices.pick(["7", "null", '"x"', "[]", "{}", '[{"type":"text"}]', "true", '"data:image/png;base64,"'])
  const at = choices.below(text.length)
  const colon = text.indexOf(":", at)
  return choices.chance(40) && colon > 0
    ? text.slice(0, colon + 1) + text.slice(colon + 1).replace(/[^,{}[\]]+/, wrong)
    : text
}

describe.each(Object.entries(passings))("an outline in %s", (id, passing) => {
  const made = subjects.find(({ format }) => format.id === id)?.request
  const bodies = oftenWrong(made ?? (() => "{}"))

  law("is judged as the whole is", bodies, (text) => {
    const found = scan(encoder.encode(text), limits, passing.bulk)
    if (found === undefined) return
    expect(passing.check(JSON.parse(outlineOf(found)))).toEqual(passing.check(JSON.parse(text)))
  })

  law("hides no change that the whole would need, and shows how an answer is wanted", bodies, (text) => {
    const found = scan(encoder.encode(text), limits, passing.bulk)
    if (found === undefined) return
    const whole = callOf(text)
    const outline = { ...whole, body: JsonText.source(outlineOf(found)) }
    const seen = passing.edits(outline).value.map(({ path }) => path)
    for (const { path } of passing.edits(whole).value) {
      const inList = /^\/[^/]*\/\d/.test(path)
      expect(seen.some((other) => (inList ? /^\/[^/]*\/\d/.test(other) : other === path))).toBe(true)
    }
    expect(passing.asked(outline)).toEqual(passing.asked(whole))
  })
})
