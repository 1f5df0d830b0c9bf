import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { memoryTexts } from "../../src/history/memory.ts"
import { keptIn } from "../../src/history/store-from-texts.ts"
import { type NamedText, textLimits, type TextRows } from "../../src/history/store.ts"
import { countedWorks } from "../cost/counted.ts"
import { list } from "../cost/list.ts"

const { tooDear } = await countedWorks(new URL("./texts-works.ts", import.meta.url))

/** A store in memory, and what each response has written of it. */
const counting = () => {
  const rows = memoryTexts(textLimits())
  const written: (readonly NamedText[])[] = []
  const counted: TextRows = {
    ...rows,
    put: (owner, texts, now) => {
      written.push(texts)
      return rows.put(owner, texts, now)
    }
  }
  return { store: keptIn(counted), written }
}

const small = (many: number): readonly string[] => list(many, (at) => `{"role":"user","content":"${at}"}`)

describe("the texts of a response", () => {
  it("are few, however many items its answer has", async () => {
    const { store, written } = counting()
    const output = list(20_000, (at) => `{"type":"message","id":"m${at}"}`).join(",")
    await Effect.runPromise(store.put("one", { id: "a", input: [], answer: `{"id":"a","output":[${output}]}` }))
    expect(written[0]?.length).toBeLessThan(1100)
  })

  it("give all items back in their order, those of several lines too", async () => {
    const { store } = counting()
    const input = [...small(5000), '{\n"role": "user",\n"content": "a\\nb"\n}']
    await Effect.runPromise(store.put("one", { id: "a", input, answer: '{"id":"a"}' }))
    const found = await Effect.runPromise(store.get("one", "a"))
    expect(found?.input.map((text): unknown => JSON.parse(text))).toEqual(
      input.map((text): unknown => JSON.parse(text))
    )
  })
})

describe("texts in memory", () => {
  it("cost what they are, where all others are forgotten for one, and however many accounts there are", async () => {
    expect(await tooDear("forgetting")).toBeUndefined()
  })
})
