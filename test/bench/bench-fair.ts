import { setTimeout as sleep } from "node:timers/promises"
import { Agent, request } from "undici"
import { launch } from "./child.ts"
import type { ClientAnswers } from "./client-crowd.ts"
import { spread } from "./measure.ts"
import type { LoopAnswers } from "./server-loop.ts"
import type { Row } from "./table.ts"
import type { CrowdAnswers } from "./upstream-crowd.ts"

const model = "gpt-4o"
const flood = "key-of-the-flood"
const another = "key-of-another"

/** How many streams one account has, how often they come, and how often another asks alone and beside them. */
const crowd = { streams: 400, rounds: 8, asked: 100 }

/** How much longer than alone another's call may take, in the middle. */
const most = 2

const kinds = ["a kept connection", "a new connection each"] as const

/** How long each call of an account took, in milliseconds. */
interface Times {
  readonly alone: number[]
  readonly arriving: number[]
  readonly steady: number[]
}

const configuration = (vendor: string): string =>
  JSON.stringify({
    keys: [
      { key: flood, name: "flood" },
      { key: another, name: "another" }
    ],
    tasks: "memory",
    limits: { upstream: { sockets: 1024 } },
    upstreams: { openai: { family: "openai", key: "vendor", url: `${vendor}/v1` } }
  })

/** Starts so many nodes, a vendor, and the flood's client, each a process of its own. */
const startCrowd = async (nodes: number) => {
  const upstream = launch<CrowdAnswers>("./upstream-crowd.ts")
  const client = launch<ClientAnswers>("./client-crowd.ts")
  const servers = Array.from({ length: nodes }, () =>
    launch<LoopAnswers & Record<string, (about: never) => unknown>>("./server-loop.ts")
  )
  const said = configuration(await upstream.ask("url"))
  const ports = await Promise.all(servers.map((server) => server.ask("start", said)))
  return {
    upstream,
    client,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    stop: () => {
      for (const child of [upstream, client, ...servers]) child.stop()
    }
  }
}

/** Asks nodes in turns, one call after another; tells how long each took. */
const asker = (urls: readonly string[], kind: (typeof kinds)[number]) => {
  const dispatcher = new Agent({ pipelining: kind === "a kept connection" ? 1 : 0 })
  let asked = 0
  return async (): Promise<number> => {
    const began = performance.now()
    const answer = await request(`${urls[asked++ % urls.length]}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${another}` },
      body: JSON.stringify({ model, messages: [{ role: "user", content: "another" }] }),
      dispatcher
    })
    await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`Another's call was answered with ${answer.statusCode}.`)
    return performance.now() - began
  }
}

const measure = async (nodes: number, kind: (typeof kinds)[number]): Promise<Times> => {
  const crowded = await startCrowd(nodes)
  const { upstream, client, urls } = crowded
  const ask = asker(urls, kind)
  const times: Times = { alone: [], arriving: [], steady: [] }
  const several = async (into: number[]): Promise<void> => {
    for (let n = 0; n < crowd.asked; n++) into.push(await ask())
  }
  try {
    await several([])
    for (let round = 0; round < crowd.rounds; round++) {
      await several([])
      if (round > 0) await several(times.alone)
      const arrival = { isOver: false }
      const coming = untilOpen(crowd.streams, upstream).then(() => {
        arrival.isOver = true
      })
      await client.ask("flood", { urls, key: flood, model, streams: crowd.streams })
      const arriving: number[] = []
      while (!arrival.isOver) arriving.push(await ask())
      await coming
      if (round > 0) times.arriving.push(...arriving)
      if (round > 0) await several(times.steady)
      await client.ask("leave")
      await untilOpen(0, upstream)
    }
  } finally {
    crowded.stop()
  }
  return times
}

const untilOpen = async (
  count: number,
  upstream: { readonly ask: (ask: "open") => Promise<number> }
): Promise<void> => {
  while ((await upstream.ask("open")) !== count) await sleep(5)
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

/** How much longer another account's calls take while one account's streams come and are there, than alone. */
export const benchFair = async (): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const nodes of [1, 2]) {
    for (const kind of kinds) {
      const { alone, ...beside } = await measure(nodes, kind)
      const name = `${nodes === 1 ? "one node" : "two nodes"}, ${kind}`
      const middle = at(alone, 0.5)
      rows.push({
        kind: "figure",
        label: { case: name, who: "alone" },
        unit: "ms",
        figure: spread(alone)
      })
      for (const [when, times] of Object.entries(beside)) {
        const label = (who: string) => ({ case: `${name}, ${times.length} calls`, who })
        const ratio = (share: number) => spread([at(times, share) / at(alone, share)])
        rows.push(
          { kind: "figure", label: label(`${when}, of alone`), unit: "x", figure: ratio(0.5), goal: { limit: most } },
          { kind: "figure", label: label(`${when}, p99`), unit: "ms", figure: spread([at(times, 0.99)]) },
          {
            kind: "figure",
            label: label(`${when}, p99 of the middle alone`),
            unit: "x",
            figure: spread([at(times, 0.99) / middle])
          }
        )
      }
    }
  }
  return rows
}
