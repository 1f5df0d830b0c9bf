import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { memoryTexts } from "../../src/history/memory.ts"
import { keptIn } from "../../src/history/store-from-texts.ts"
import { textLimits } from "../../src/history/store.ts"
import { responseOf } from "./conformance.ts"

const itemsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ role: "user", content: `${at}` }))

it.effect("a request of very many items is kept in few texts, and comes back as it was", () =>
  Effect.gen(function* () {
    const texts = memoryTexts(textLimits())
    let written = 0
    const store = keptIn({
      ...texts,
      put: (owner, named, now) => {
        written += named.length
        return texts.put(owner, named, now)
      }
    })
    const input = itemsOf(66_000)
    yield* store.put("one", { ...responseOf("a", "x"), input })
    expect(written).toBeLessThan(1100)
    expect((yield* store.get("one", "a"))?.input).toEqual(input)
  })
)

it.effect("a conversation that grows is kept once but for its last run", () =>
  Effect.gen(function* () {
    const texts = memoryTexts(textLimits())
    const names = new Set<string>()
    const sizes: number[] = []
    const store = keptIn({
      ...texts,
      put: (owner, named, now) => {
        for (const { name } of named) if (name.startsWith("text/")) names.add(name)
        sizes.push(names.size)
        return texts.put(owner, named, now)
      }
    })
    for (const count of [2000, 2001, 2002])
      yield* store.put("one", { ...responseOf(`a${count}`, "x"), input: itemsOf(count) })
    expect(sizes.map((size) => size - (sizes[0] ?? 0))).toEqual([0, 1, 2])
  })
)
