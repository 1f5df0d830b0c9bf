import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe } from "vitest"
import type { ResponseStore, StoredResponse, TextLimits } from "../../src/history.ts"

/** A kind of store: makes one that is empty. */
export interface HistoryKind {
  readonly name: string
  readonly fresh: (limits?: Partial<TextLimits>) => Effect.Effect<ResponseStore["Service"], never, Scope.Scope>
}

const day = 86_400_000

/** A response whose one item says something. */
export const responseOf = (id: string, text: string, more: Partial<StoredResponse> = {}): StoredResponse => ({
  id,
  input: [`{"role":"user","content":"to ${id}"}`],
  answer: `{"id":"${id}","output":[{"type":"message","id":"msg_${id}","n":12345678901234567890,"text":"${text}"}]}`,
  ...more
})

/** What every store of responses does. */
export const conforms = ({ name, fresh }: HistoryKind): void => {
  describe(`responses in ${name}`, () => {
    it.effect("are had as they were put, to the digit", () =>
      Effect.gen(function* () {
        const store = yield* fresh()
        const kept = responseOf("a", "said", { previous: "before", input: ["\uFEFF", `"\u{1f980}"`] })
        yield* store.put("one", kept)
        expect(yield* store.get("one", "a")).toEqual(kept)
      })
    )

    it.effect("say which upstream gave them, as their items do", () =>
      Effect.gen(function* () {
        const store = yield* fresh()
        yield* store.put("one", responseOf("a", "said", { issuer: "first" }))
        expect(yield* store.get("one", "a")).toMatchObject({ issuer: "first" })
        expect((yield* store.items("one", ["msg_a"])).get("msg_a")).toMatchObject({ issuer: "first" })
      })
    )

    it.effect("are nobody else's, nor are their items", () =>
      Effect.gen(function* () {
        const store = yield* fresh()
        yield* store.put("one", responseOf("a", "said"))
        expect(yield* store.get("two", "a")).toBeUndefined()
        expect(yield* store.items("two", ["msg_a"])).toEqual(new Map())
        expect(yield* store.remove("two", "a")).toBe(false)
        expect(yield* store.get("one", "a")).toBeDefined()
      })
    )

    it.effect("are not another owner's where two names run together", () =>
      Effect.gen(function* () {
        const store = yield* fresh()
        yield* store.put("one", responseOf("a", "said"))
        for (const other of ["on", "one:", "3:one", "oneresponse/", ""])
          expect(yield* store.get(other, "a")).toBeUndefined()
      })
    )

    it.effect("give their items by id, to the digit", () =>
      Effect.gen(function* () {
        const store = yield* fresh()
        yield* store.put("one", responseOf("a", "x"))
        yield* store.put("one", responseOf("b", "y"))
        expect(yield* store.items("one", ["msg_b", "msg_none", "msg_a"])).toEqual(
          new Map([
            ["msg_a", { text: `{"type":"message","id":"msg_a","n":12345678901234567890,"text":"x"}` }],
            ["msg_b", { text: `{"type":"message","id":"msg_b","n":12345678901234567890,"text":"y"}` }]
          ])
        )
      })
    )

    it.effect("are gone with their items once they are removed", () =>
      Effect.gen(function* () {
        const store = yield* fresh()
        yield* store.put("one", responseOf("a", "x"))
        expect(yield* store.remove("one", "a")).toBe(true)
        expect(yield* store.remove("one", "a")).toBe(false)
        expect(yield* store.get("one", "a")).toBeUndefined()
        expect(yield* store.items("one", ["msg_a"])).toEqual(new Map())
      })
    )

    it.effect("are unknown after a day, to the millisecond", () =>
      Effect.gen(function* () {
        const store = yield* fresh()
        yield* store.put("one", responseOf("a", "x"))
        yield* TestClock.adjust(day - 1)
        expect(yield* store.get("one", "a")).toBeDefined()
        yield* TestClock.adjust(1)
        expect(yield* store.get("one", "a")).toBeUndefined()
        expect(yield* store.items("one", ["msg_a"])).toEqual(new Map())
        expect(yield* store.remove("one", "a")).toBe(false)
      })
    )

    it.effect("take no room twice for items that are sent again", () =>
      Effect.gen(function* () {
        const store = yield* fresh({ all: 1_600_000 })
        const item = (n: number): string => `{"content":"${n}${"-".repeat(1000)}"}`
        for (let turn = 1; turn <= 50; turn++) {
          const input = Array.from({ length: turn }, (_, n) => item(n))
          yield* store.put("one", responseOf(`r${turn}`, "x", { input }))
        }
        expect((yield* store.get("one", "r1"))?.input).toEqual([item(0)])
        expect((yield* store.get("one", "r50"))?.input).toHaveLength(50)
      })
    )

    it.effect("make room for new ones where an owner has a quarter, the longest unread first", () =>
      Effect.gen(function* () {
        const store = yield* fresh({ all: 60_000 })
        const big = (id: string) => responseOf(id, "x".repeat(4000))
        yield* store.put("two", responseOf("other", "x"))
        yield* store.put("one", big("a"))
        yield* store.put("one", big("b"))
        yield* store.get("one", "a")
        yield* store.put("one", big("c"))
        expect(yield* store.get("one", "b")).toBeUndefined()
        expect(yield* store.get("one", "a")).toBeDefined()
        expect(yield* store.get("one", "c")).toBeDefined()
        expect(yield* store.get("two", "other")).toBeDefined()
      })
    )

    it.effect("make room for others where all have too many, the longest unread first", () =>
      Effect.gen(function* () {
        const store = yield* fresh({ all: 60_000 })
        const owners = ["1", "2", "3", "4", "5"]
        for (const owner of owners) yield* store.put(owner, responseOf("a", "x".repeat(11_000)))
        const left = yield* Effect.forEach(owners, (owner) => store.get(owner, "a"))
        expect(left.map((it) => it !== undefined)).toEqual([false, true, true, true, true])
      })
    )

    it.effect("are counted in bytes of UTF-8, whatever they say", () =>
      Effect.gen(function* () {
        const store = yield* fresh({ all: 60_000 })
        yield* store.put("one", responseOf("a", "\u{1f980}".repeat(3000)))
        expect((yield* store.get("one", "a"))?.answer).toContain("\u{1f980}".repeat(3000))
        expect(yield* Effect.flip(store.put("one", responseOf("b", "\u{1f980}".repeat(3700))))).toMatchObject({
          reason: "Overloaded"
        })
      })
    )

    it.effect("are refused where one alone is larger than an owner's share, and the others stay", () =>
      Effect.gen(function* () {
        const store = yield* fresh({ all: 60_000 })
        yield* store.put("one", responseOf("a", "x"))
        expect(yield* Effect.flip(store.put("one", responseOf("b", "x".repeat(20_000))))).toMatchObject({
          reason: "Overloaded",
          details: { code: "response_store_unavailable", retryAfter: 1 }
        })
        expect(yield* store.get("one", "a")).toBeDefined()
      })
    )
  })
}
