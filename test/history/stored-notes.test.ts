import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerMemory } from "../../src/history.ts"
import { keepingGateway, translated } from "./rig.ts"

it.live.each([
  ["is not told that it is not stored, where it is stored here", layerMemory(), ""],
  ["is told so where nothing is stored", Layer.empty, "dropped /store messages/bookkeeping"]
] as const)("an answer that its vendor does not store %s", ([, store, told]) =>
  Effect.gen(function* () {
    const gateway = yield* keepingGateway(store)
    const body = JSON.stringify({ model: translated, input: "Hi", max_output_tokens: 99, store: true })
    const answer = yield* Effect.promise(() => gateway.fetch("/v1/responses", { method: "POST", body }))
    const notes = answer.headers.get("x-isogloss-notes") ?? ""
    expect(answer.status).toBe(200)
    expect(/\w+ \/store \S+\w/.exec(notes)?.[0] ?? "").toBe(told)
  })
)
