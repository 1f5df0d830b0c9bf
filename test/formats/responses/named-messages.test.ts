import { expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { from } from "./given.ts"

it("The name of who says something is noted, which the API has no place for", () => {
  const { notes } = from(chatCompletions, { model: "m", messages: [{ role: "user", name: "Ann", content: "a" }] })
  expect(notes.map(({ rule, path }) => `${rule} ${path}`)).toEqual(["responses/bookkeeping /messages/0/name"])
})
