import { describe, expect, it } from "vitest"
import { random } from "../bench/random.ts"
import { answerFault } from "./answered.ts"
import { doors } from "./doors.ts"
import { checking, Costs } from "./costs.ts"
import { caseOf, fuzz } from "./engine.ts"
import { streamFault } from "./frames.ts"
import { Patience } from "./patience.ts"
import { bytesOf, mutated, textOf } from "./mutate.ts"
import { shapesAt } from "./targets/requests.ts"
import { kindOf, type Target } from "./target.ts"
import { answersIn } from "./wire.ts"

const planted = (fault: Target["fault"], more: Partial<Target> = {}): Target => ({
  name: "planted",
  make: (random) => ({ bytes: bytesOf(mutated('{"a":["needle",1],"b":{"c":true}}', random)), how: {} }),
  fault,
  ...more
})

const run = (target: Target, cases = 200) =>
  fuzz(target, { seed: 1, goesOn: (tried) => tried < cases, costs: new Costs() })

const spin = (steps: number): number => {
  let sum = 0
  for (let step = 0; step < steps; step++) sum = (sum + step) | 0
  return sum
}

/** Work by the size of its input, which is now and then much larger. */
const sized = (work: (size: number) => number): Target =>
  planted(({ bytes }) => void work(bytes.length), {
    make: (random) => ({ bytes: new Uint8Array(random.pick([1, 100, 100, 100, 200, 400, 4000])), how: {} })
  })

describe("the engine", () => {
  it("finds a fault, makes it small, and names the case that has it", async () => {
    const target = planted(({ bytes }) => (textOf(bytes).includes("dle") ? "planted: here" : undefined))
    const { failures } = await run(target)
    expect(failures.map(({ fault, least }) => [fault, textOf(least.bytes)])).toEqual([["planted: here", "dle"]])
    const again = caseOf(target, 1, failures[0]?.number ?? -1)
    expect(textOf(again.bytes)).toContain("dle")
  })

  it("makes the same cases of the same seed, and others of another", () => {
    const target = planted(() => undefined)
    const some = (seed: number) => Array.from({ length: 20 }, (_, at) => textOf(caseOf(target, seed, at).bytes))
    expect(some(1)).toEqual(some(1))
    expect(some(1)).not.toEqual(some(2))
  })

  it("finds what throws", async () => {
    const { failures } = await run(
      planted(() => {
        throw new Error("planted")
      })
    )
    expect(failures.map(({ fault }) => kindOf(fault))).toEqual(["throws"])
  })

  it("finds a bystander who notices", async () => {
    let asked = 0
    const bystander = () => Promise.resolve(asked++ > 1 ? "told otherwise" : undefined)
    expect((await run(planted(() => undefined, { bystander }))).failures.map(({ fault }) => kindOf(fault))).toEqual([
      "bystander"
    ])
  })

  it("finds work that grows faster than its input, and no work that grows with it", async () => {
    expect(
      (
        await run(
          sized((size) => spin(size * 20)),
          40
        )
      ).failures
    ).toEqual([])
    const { failures } = await run(
      sized((size) => spin(size * size * 16)),
      40
    )
    expect(failures.map(({ fault }) => kindOf(fault))).toEqual(["too dear"])
  }, 180_000)

  it("counts nothing that only looks at what a case led to", async () => {
    const { failures } = await run(
      sized((size) => checking(() => spin(size * size * 16))),
      40
    )
    expect(failures).toEqual([])
  }, 180_000)
})

const looksUntilOver = (perPause: number): number => {
  const patience = new Patience(1000)
  let looks = 1
  while (!patience.isOver(1000 + looks * perPause)) looks++
  return looks
}

describe("a client's patience", () => {
  it("ends after 200 idle pauses", () => expect(looksUntilOver(0)).toBe(200))
  it("lasts longer while the process works slowly", () => expect(looksUntilOver(5)).toBe(4000))
  it("ends after 20 seconds of the processor", () => expect(looksUntilOver(100)).toBe(200))
})

const chunk = 'data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n'
const failed = 'data: {"error":{"message":"Bad","type":"server_error","param":null,"code":null}}\n\n'
const done = "data: [DONE]\n\n"

describe("a stream's check", () => {
  it.each([
    ["no end", chunk, true],
    ["false success", chunk + done, false],
    ["two errors", chunk + failed + failed, true],
    ["success after an error", chunk + failed + done, true],
    ["more after an error", failed + chunk, true],
    ["more after the end", done + chunk, true],
    ["two ends", done + done, true],
    ["unframed", chunk + done + "data: {", true],
    ["no frame", "data: {bad\n\n" + done, true],
    ["malformed error", 'data: {"error":{"message":"Bad"}}\n\n', true]
  ])("sees %s", (kind, text, whole) => {
    expect(kindOf(streamFault("chat-completions", text, { whole }) ?? "nothing")).toBe(kind)
  })

  it("sees an event of Anthropic's that is called what it is not", () => {
    expect(streamFault("messages", 'event: ping\ndata: {"type":"message_stop"}\n\n', { whole: true })).toContain(
      "misnamed"
    )
  })

  it("sees the end of Anthropic's own stream in an event that is called an error", () => {
    const text = 'event: error\ndata: {"said":"No."}\n\n'
    expect(streamFault("messages", text, { whole: false, passes: true })).toBeUndefined()
    expect(streamFault("messages", text, { whole: false })).toContain("no end")
  })

  it.each([chunk + done, chunk + failed, failed])("sees nothing in a sound one: %j", (text) => {
    expect(streamFault("chat-completions", text, { whole: true })).toBeUndefined()
  })
})

const secret = "a-secret-of-this-test"
const answer = (status: number, body: string, type = "application/json", length = body.length): string =>
  `HTTP/1.1 ${status} A\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`

const openai = '{"error":{"message":"Bad","type":"a","param":null,"code":null}}'
const anthropic = '{"type":"error","error":{"type":"api_error","message":"Bad"}}'
const google = '{"error":{"code":400,"message":"Bad","status":"INVALID_ARGUMENT"}}'
const lab = '{"code":400,"msg":"Bad","data":null}'

const faultIn = (text: string, errors: Parameters<typeof answerFault>[1]["errors"]): string => {
  const [first] = answersIn(text) ?? []
  return first === undefined ? "no HTTP" : kindOf(answerFault(first, { errors, secrets: [secret] }) ?? "nothing")
}

it.each(doors.map((door) => [door.path(random(1)), door.errors] as const))(
  "a request to %s is refused in the words of its path, whatever else is wrong with it",
  (path, errors) => expect(shapesAt(path.replace(/\?.*/, ""))).toEqual(errors)
)

describe("an answer's check", () => {
  it.each([
    ["openai", openai],
    ["anthropic", anthropic],
    ["google", google],
    ["lab", lab]
  ] as const)("takes errors of %s alone", (shape, body) => {
    for (const other of [openai, anthropic, google, lab])
      expect(faultIn(answer(400, other), [shape])).toBe(other === body ? "nothing" : "malformed error")
  })

  it.each([
    ["defect", answer(500, '{"error":{"message":"Something went wrong inside the gateway."}}')],
    ["secret", answer(200, JSON.stringify({ a: Buffer.from(secret).toString("base64") }))],
    ["cut off", answer(200, "{}", "application/json", 3)],
    ["no JSON", answer(200, "{")],
    ["error as success", answer(200, openai)],
    ["error without JSON", answer(400, "Bad", "text/plain")],
    ["a stream", answer(200, done, "text/event-stream")],
    ["no HTTP", `HTTP/1.1 2OO\r\n\r\n`]
  ])("sees: %s", (kind, text) => {
    expect(faultIn(text, ["openai"])).toBe(kind)
  })
})
