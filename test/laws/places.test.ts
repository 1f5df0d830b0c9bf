import { describe, expect, it } from "vitest"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { callOf } from "./calling.ts"
import { exists } from "./differ.ts"
import { law } from "./law.ts"
import { everySubject } from "./subjects.ts"

describe.each(everySubject)("what notes of $format.id's requests name", ({ format: from, request }) => {
  for (const { format: to, target } of everySubject) {
    law(`is in the client's own body, toward ${to.id}`, request, (body) => {
      const decoded = from.decodeRequest(callOf(body))
      if (!decoded.ok) return
      const { value, notes } = decoded.value
      const encoded = to.encodeRequest(value.request, { ...target, stream: value.asked.stream })
      const told = encoded.ok ? [...notes, ...encoded.value.notes] : encoded.error.notes
      const sent: unknown = JSON.parse(body)
      expect(
        told.map(({ path, rule }) => `${path} ${rule}`).filter((it) => !exists(sent, it.split(" ")[0] ?? ""))
      ).toEqual([])
    })
  }
})

it.each([
  ["an effort alone", { output_config: { effort: "low" } }, "/output_config/effort"],
  ["a budget", { thinking: { type: "enabled", budget_tokens: 2000 } }, "/thinking"],
  [
    "a budget beside an effort",
    { thinking: { type: "enabled", budget_tokens: 2000 }, output_config: { effort: "low" } },
    "/thinking"
  ]
])("%s is noted where it stands", (_, control, place) => {
  const body = { model: "m", max_tokens: 4000, messages: [{ role: "user", content: "Hi" }], ...control }
  const decoded = messages.decodeRequest(callOf(JSON.stringify(body)))
  if (!decoded.ok) throw decoded.error
  const thinking = { adaptive: true, effort: true, off: false } as const
  const encoded = generateContent.encodeRequest(decoded.value.value.request, { model: "m", vendor: "google", thinking })
  if (!encoded.ok) throw encoded.error
  const told = encoded.value.notes.flatMap(({ path, rule }) =>
    rule === "generate-content/thinking-form" ? [path] : []
  )
  expect(told).toEqual([place])
})
