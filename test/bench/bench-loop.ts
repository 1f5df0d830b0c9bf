import { setTimeout as sleep } from "node:timers/promises"
import { launch } from "./child.ts"
import { listen } from "./listen.ts"
import { type LoopCase, loopCases } from "./loop-cases.ts"
import type { LoopAnswers } from "./server-loop.ts"
import { spread } from "./measure.ts"
import type { Row } from "./table.ts"

/** How long one request may hold the loop, in milliseconds of its thread's CPU. */
const most = 50

const chatAnswer =
  '{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}'

/** Of a password that nobody sends. */
const hash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRvZnNpeHRlZW4$YQ5bPpQc0OBGUQmyVpV1zMGwYrYQyM4lPqkJxGvbU5Y"

export const configuration = (vendor: string): string =>
  JSON.stringify({
    keys: [{ key: "client" }],
    accounts: [{ username: "ada", hash }],
    loginSecret: "a".repeat(32),
    models: [{ match: "items-*", upstream: "items" }],
    upstreams: {
      openai: { family: "openai", format: "chat-completions", key: "vendor", url: `${vendor}/v1` },
      items: { family: "openai", format: "responses", key: "vendor", url: `${vendor}/v1` },
      ...Object.fromEntries(
        Object.entries({
          gptimage: "/v1",
          sora: "/v1",
          jina: "/v1",
          gemini: "",
          claude: "",
          veo: ""
        }).map(([family, path]) => [family, { family, key: "vendor", url: vendor + path }])
      )
    }
  })

/** How long each of the worst requests holds the loop of a served gateway; every time of three. */
export const benchLoop = async (): Promise<readonly Row[]> => {
  let answer = chatAnswer
  let type = "application/json"
  const vendor = await listen((request, response) => {
    request.resume()
    request.on("end", () => response.setHeader("content-type", type).end(answer))
  })
  const server = launch<LoopAnswers & Record<string, (about: never) => unknown>>("./server-loop.ts")
  const port = await server.ask("start", configuration(`http://127.0.0.1:${vendor}`))
  const rows: Row[] = []
  try {
    for (const one of loopCases) {
      answer = one.answer?.() ?? chatAnswer
      type = one.streams === true ? "text/event-stream" : "application/json"
      rows.push(await heldBy(one, port, () => server.ask("held")))
    }
  } finally {
    server.stop()
  }
  return rows
}

const heldBy = async (one: LoopCase, port: number, held: () => Promise<number>): Promise<Row> => {
  const body = one.body()
  const times: number[] = []
  let status = 0
  for (let round = 0; round < 3; round++) {
    await sleep(100)
    await held()
    const response = await fetch(`http://127.0.0.1:${port}${one.path}`, {
      method: "POST",
      headers: { authorization: "Bearer client", "content-type": "application/json", ...one.headers },
      body,
      signal: AbortSignal.timeout(60_000)
    })
    await response.arrayBuffer()
    status = response.status
    times.push(await held())
  }
  const label = { case: `${one.name} (${status})`, who: "isogloss" }
  return { kind: "figure", label, unit: "ms", figure: spread(times), goal: { limit: most } }
}
