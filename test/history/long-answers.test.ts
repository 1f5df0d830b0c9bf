import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { GatewayError } from "../../src/core/errors/error.ts"
import { keptHistory } from "../../src/exchange/history.ts"
import { inTurns, Offload, type Offloading } from "../../src/exchange/offload.ts"
import { responses } from "../../src/formats.ts"
import { history } from "../../src/formats/responses/history.ts"
import { ResponseStore, type ResponseToStore } from "../../src/history.ts"
import { memoryTexts } from "../../src/history/memory.ts"
import { outputOf, textLimits } from "../../src/history/store.ts"
import { keptIn } from "../../src/history/store-from-texts.ts"
import { keepingGateway, passing, translated } from "./rig.ts"

const message = (at: number) => ({
  id: `msg_${at}`,
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: `${at}`, annotations: [] }]
})

/** An answer of so many messages. */
const answerOf = (messages: number): string =>
  JSON.stringify({
    id: "resp_1",
    status: "completed",
    output: Array.from({ length: messages }, (_, at) => message(at))
  })

it.effect("all items of an answer are found, as they are spelled, however many they are", () =>
  Effect.gen(function* () {
    const items = yield* outputOf(answerOf(50_000))
    expect(items).toHaveLength(50_000)
    expect(items.at(-1)).toEqual({ id: "msg_49999", text: JSON.stringify(message(49_999)) })
  })
)

it.effect("an item that is no object, or whose id is no text, has none", () =>
  Effect.gen(function* () {
    expect(yield* outputOf('{"output":[1,{"id":2},{"in":{"id":"x"}}]}')).toEqual([
      { text: "1" },
      { text: '{"id":2}' },
      { text: '{"in":{"id":"x"}}' }
    ])
  })
)

/** How often others have their turn while something is done. */
const turnsWhile = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<number, E> =>
  Effect.gen(function* () {
    let turns = 0
    const others = Effect.forever(
      Effect.andThen(
        Effect.sync(() => void turns++),
        Effect.yieldNow
      )
    )
    const fiber = yield* Effect.forkChild(others)
    const before = turns
    yield* work
    yield* Fiber.interrupt(fiber)
    return turns - before
  })

it.live("others have their turns between the steps in which a long answer is kept", () =>
  Effect.gen(function* () {
    const store = keptIn(memoryTexts(textLimits()))
    const request = { input: [], issuer: "openai", model: "gpt-5.1" }
    const keeping = (length: number) => {
      const answer = { id: "resp_1", status: "completed", store: true, output: [{ text: "a".repeat(length) }] }
      const keeper = keptHistory("responses", history).keeper(store, responses, "one", request, Effect.succeed)
      return turnsWhile(keeper?.whole(JSON.stringify(answer)) ?? Effect.void)
    }
    const short = yield* keeping(1000)
    // Between being looked at, copied for the store, and told.
    expect(yield* keeping(2 * 1024 * 1024)).toBeGreaterThanOrEqual(short + 2)
  })
)

/** How often the loop comes round while something is done. */
const loopTurnsWhile = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<number, E> =>
  Effect.gen(function* () {
    let turns = 0
    const turn = (): void => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    yield* work
    clearImmediate(next)
    return turns
  })

it.live("others have their turns between the steps in which the last event of a stream is told as kept", () =>
  Effect.gen(function* () {
    const store = keptIn(memoryTexts(textLimits()))
    const request = { input: [], issuer: "openai", model: "gpt-5.1" }
    const ending = { ended: () => true, failure: () => undefined }
    const keeping = (length: number) => {
      const response = { id: "resp_1", status: "completed", store: false, output: [{ text: "a".repeat(length) }] }
      const event = `event: response.completed\ndata: ${JSON.stringify({ type: "response.completed", response })}\n\n`
      const keeper = keptHistory("responses", history).keeper(store, responses, "one", request, Effect.succeed)
      const told = keeper?.stream(Stream.make(new TextEncoder().encode(event)), ending) ?? Stream.empty
      return loopTurnsWhile(Stream.runDrain(told))
    }
    expect(yield* keeping(1000)).toBe(0)
    // While it is parted from others and its 3 pieces of a mebibyte are read; before it is looked at, kept and told, and
    // behind that; in the store; and as it is told: read, changed and written.
    expect(yield* keeping(2 * 1024 * 1024)).toBe(1 + 3 + 4 + 3 + 3)
  })
)

const inTests = new GatewayError("Overloaded", "No.")

it.live.each([
  ["is kept", [], Effect.void, true],
  ["is not kept after all", ["responses/keep"], Effect.fail(inTests), false]
] as const)("a long answer that %s is looked through where the gateway does long work", ([, more, put, store]) =>
  Effect.gen(function* () {
    const jobs: string[] = []
    const rows: ResponseToStore[] = []
    const offloading: Offloading = {
      run: (job, given, context) => {
        jobs.push(job.name)
        return inTurns(job.run(given, context))
      }
    }
    const keeping = {
      ...keptIn(memoryTexts(textLimits())),
      put: (_: string, row: ResponseToStore) =>
        Effect.andThen(
          Effect.sync(() => void rows.push(row)),
          put
        )
    }
    const services = Layer.merge(Layer.succeed(ResponseStore, keeping), Layer.succeed(Offload)(offloading))
    const headers = { "content-type": "application/json" }
    const gateway = yield* keepingGateway(services, () => new Response(answerOf(1000), { headers }))
    const body = JSON.stringify({ model: passing, input: "x" })
    const answer = yield* Effect.promise(() => gateway.fetch("/v1/responses", { method: "POST", body }))
    expect(yield* Effect.promise(() => answer.json())).toMatchObject({ store, status: "completed" })
    expect(jobs).toEqual(["responses/reply", "responses/keep", ...more])
    // What the store is given it looks into no more.
    expect(rows.map((row) => [typeof row.answer, row.items?.length])).toEqual([["object", 1000]])
  })
)

it.live("others have their turn while the items of a long answer are found", () =>
  Effect.gen(function* () {
    const answer = answerOf(50_000)
    expect(yield* turnsWhile(outputOf(answer))).toBeGreaterThanOrEqual(5)
  })
)

it.live.each([
  ["of one item that is long", `{"output":[{"x":[${"1,".repeat(2 ** 20)}1],"id":"a"}]}`, 1],
  ["with much before its items", `{"x":[${"1,".repeat(2 ** 20)}1],"output":[{"id":"a"}]}`, 1],
  ["of more items than any conversation has", `{"output":[${"1,".repeat(300_000)}1]}`, 200_001]
] as const)("others have their turn while the items of an answer are found, %s", ([, answer, count]) =>
  Effect.gen(function* () {
    let found: readonly unknown[] = []
    const finding = Effect.map(outputOf(answer), (items) => void (found = items))
    // A turn for each 128 Ki characters.
    expect(yield* turnsWhile(finding)).toBeGreaterThanOrEqual(3)
    expect(found).toHaveLength(count)
  })
)

it.live("others have their turn between the steps in which a long last event is kept", () =>
  Effect.gen(function* () {
    const store = keptIn(memoryTexts(textLimits()))
    const request = { input: [], issuer: "openai", model: "m" }
    const keeper = keptHistory("responses", history).keeper(store, responses, "one", request, Effect.succeed)
    const long = { ...message(1), content: [{ type: "output_text", text: "a".repeat(2 ** 21), annotations: [] }] }
    const response = { id: "resp_1", status: "completed", store: false, output: [long] }
    const said = `event: response.completed\ndata: ${JSON.stringify({ type: "response.completed", response })}\n\n`
    let turns = 0
    const counting = Effect.forever(
      Effect.andThen(
        Effect.sync(() => void turns++),
        Effect.yieldNow
      )
    )
    const fiber = yield* Effect.forkChild(counting)
    const told = { ended: () => true, failure: () => undefined }
    const bytes = Stream.make(new TextEncoder().encode(said))
    yield* Stream.runDrain(keeper?.stream(bytes, told) ?? Stream.empty)
    yield* Fiber.interrupt(fiber)
    expect(turns).toBeGreaterThanOrEqual(3)
  })
)

it.live("others have their turn while a long text is read, and each character is there", () =>
  Effect.gen(function* () {
    const rows = memoryTexts(textLimits())
    const text = `\uFEFFaa${"\u{1f980}".repeat(2 ** 20)}`
    yield* rows.put("one", [{ name: "a", text }], 0)
    let found = ""
    const reading = Effect.map(rows.get("one", ["a"], 1), (texts) => void (found = texts.get("a") ?? ""))
    expect(yield* turnsWhile(reading)).toBeGreaterThanOrEqual(3)
    expect(found === text).toBe(true)
  })
)

const withKept = (answer: string) =>
  Effect.gen(function* () {
    const store = keptIn(memoryTexts(textLimits()))
    yield* store.put("one", { id: "resp_1", input: [], issuer: "openai", answer })
    return yield* keepingGateway(Layer.succeed(ResponseStore)(store))
  })

it.live.each([passing, translated])("a conversation of more members than are read is a 400 that says so: %s", (model) =>
  Effect.gen(function* () {
    const gateway = yield* withKept(answerOf(40_000))
    const body = JSON.stringify({ model, input: "more", previous_response_id: "resp_1" })
    const answer = yield* Effect.promise(() => gateway.fetch("/v1/responses", { method: "POST", body }))
    expect(answer.status).toBe(400)
    expect(yield* Effect.promise(() => answer.json())).toMatchObject({
      error: {
        param: "previous_response_id",
        message: expect.stringMatching(/^The conversation is longer than 200000 members and items\./)
      }
    })
    expect(gateway.sent).toEqual([])
  })
)

it.live("an answer of very many items is gone on from with all of them", () =>
  Effect.gen(function* () {
    const gateway = yield* withKept(answerOf(2000))
    const body = JSON.stringify({ model: passing, input: "more", previous_response_id: "resp_1" })
    yield* Effect.promise(() => gateway.fetch("/v1/responses", { method: "POST", body }))
    const { input } = JSON.parse(gateway.sent.at(-1)?.text ?? "{}")
    expect(input).toHaveLength(2001)
    expect(input.at(-2)).toEqual(message(1999))
  })
)
