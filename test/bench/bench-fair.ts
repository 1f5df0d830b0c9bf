import { availableParallelism } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { Agent, request } from "undici"
import { launch } from "./child.ts"
import type { ClientAnswers } from "./client-crowd.ts"
import { spread } from "./measure.ts"
import { startBare } from "./served/gateways.ts"
import { serve } from "./served/process.ts"
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

/**
 * Whether two servers, their vendor, their clients and the proxy beside them have a core each. Where they have not, who is
 * shared out less while streams arrive waits whatever a server does: bare proxies that carry the same flood show by how much.
 */
const hasCores = availableParallelism() >= 6

const kinds = ["a kept connection", "a new connection each"] as const

/** How long each call took, in milliseconds. */
interface Times {
  readonly alone: number[]
  readonly arriving: number[]
  readonly steady: number[]
}

/** Who carries the flood. */
type Carrier = "isogloss" | "bare proxies"

/** The calls of another account through who carries the flood, and in turns with them through a bare proxy that does not. */
interface Measured {
  readonly carried: Times
  readonly aside: Times
}

const noTimes = (): Times => ({ alone: [], arriving: [], steady: [] })

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

/** Starts so many servers, a vendor, the flood's client and a proxy beside them, each a process of its own. */
const startCrowd = async (count: number, carrier: Carrier) => {
  const upstream = launch<CrowdAnswers>("./upstream-crowd.ts")
  const client = launch<ClientAnswers>("./client-crowd.ts")
  const vendor = await upstream.ask("url")
  const proxy = () => serve((port) => startBare(vendor, port), [])
  const aside = await proxy()
  const servers: Server[] = []
  for (let n = 0; n < count; n++) servers.push(await (carrier === "isogloss" ? startNode(vendor) : proxy()))
  return {
    upstream,
    client,
    urls: servers.map(urlOf),
    aside: urlOf(aside),
    stop: () => {
      for (const { stop } of [upstream, client, aside, ...servers]) void stop()
    }
  }
}

interface Server {
  readonly port: number
  readonly stop: () => unknown
}

const startNode = async (vendor: string): Promise<Server> => {
  const { ask, stop } = launch<LoopAnswers & Record<string, (about: never) => unknown>>("./server-loop.ts")
  return { port: await ask("start", configuration(vendor)), stop }
}

const urlOf = ({ port }: Server): string => `http://127.0.0.1:${port}`

/** Asks servers in turns, one call after another; tells how long each took. */
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

const measure = async (count: number, kind: (typeof kinds)[number], carrier: Carrier): Promise<Measured> => {
  const crowded = await startCrowd(count, carrier)
  const { upstream, client, urls } = crowded
  const [carried, aside] = [noTimes(), noTimes()]
  const [ask, askAside] = [asker(urls, kind), asker([crowded.aside], kind)]
  const both = async (when: keyof Times, round: number): Promise<void> => {
    const [mine, its] = [await ask(), await askAside()]
    if (round === 0) return
    carried[when].push(mine)
    aside[when].push(its)
  }
  const several = async (when: keyof Times, round: number): Promise<void> => {
    for (let n = 0; n < crowd.asked; n++) await both(when, round)
  }
  try {
    for (let round = 0; round < crowd.rounds; round++) {
      await several("alone", 0)
      await several("alone", round)
      const arrival = { isOver: false }
      const coming = untilOpen(crowd.streams, upstream).then(() => {
        arrival.isOver = true
      })
      await client.ask("flood", { urls, key: flood, model, streams: crowd.streams })
      while (!arrival.isOver) await both("arriving", round)
      await coming
      await several("steady", round)
      await client.ask("leave")
      await untilOpen(0, upstream)
    }
  } finally {
    crowded.stop()
  }
  return { carried, aside }
}

const untilOpen = async (
  count: number,
  upstream: { readonly ask: (ask: "open") => Promise<number> }
): Promise<void> => {
  while ((await upstream.ask("open")) !== count) await sleep(5)
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

/** How many times longer than alone calls took, in the middle. */
const slowdown = (times: Times, when: "arriving" | "steady"): number => at(times[when], 0.5) / at(times.alone, 0.5)

const rowsOf = (
  name: string,
  { carried, aside }: Measured,
  limitOf: (when: "arriving" | "steady") => number | undefined
): readonly Row[] =>
  (["arriving", "steady"] as const).flatMap((when) => {
    const row = (who: string, unit: "ms" | "x", value: number, limit?: number): Row => ({
      kind: "figure",
      label: { case: `${name}, ${carried[when].length} calls`, who: `${when}, ${who}` },
      unit,
      figure: spread([value]),
      ...(limit === undefined ? {} : { goal: { limit } })
    })
    return [
      row("of alone", "x", slowdown(carried, when), limitOf(when)),
      row("a proxy's beside them of alone", "x", slowdown(aside, when)),
      row("p99", "ms", at(carried[when], 0.99)),
      row("a proxy's p99 beside them", "ms", at(aside[when], 0.99)),
      row("p99 of the middle alone", "x", at(carried[when], 0.99) / at(carried.alone, 0.5))
    ]
  })

/** How much longer another account's calls take while one account's streams come and are there, than alone. */
export const benchFair = async (): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const count of [1, 2]) {
    for (const kind of kinds) {
      const name = (who: string) => `${count === 1 ? "one" : "two"} of ${who}, ${kind}`
      const proxies = await measure(count, kind, "bare proxies")
      const nodes = await measure(count, kind, "isogloss")
      const limitOf = (when: "arriving" | "steady") => (count === 1 || when === "steady" || hasCores ? most : undefined)
      rows.push(
        ...rowsOf(name("bare proxies"), proxies, () => undefined),
        ...rowsOf(name("isogloss"), nodes, limitOf),
        {
          kind: "figure",
          label: { case: name("isogloss"), who: "alone" },
          unit: "ms",
          figure: spread(nodes.carried.alone)
        }
      )
    }
  }
  return rows
}
