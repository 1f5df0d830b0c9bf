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

/** How much longer than alone another's call may take at one node, in the middle. */
const most = 2

/**
 * The same at two nodes, against the calls through a bare proxy beside them: two nodes, their vendor and their clients are
 * more than the cores that they share, and what a proxy suffers that no stream goes through is the machine's doing. What
 * a node suffers besides is its own, and the scheduler's, which puts back whoever has work all the time.
 */
const mostOfBare = 1.3

const kinds = ["a kept connection", "a new connection each"] as const

/** How long each call took, in milliseconds. */
interface Times {
  readonly alone: number[]
  readonly arriving: number[]
  readonly steady: number[]
}

/** The calls of another account at the nodes, and the same calls through a bare proxy in turns with them. */
interface Measured {
  readonly ours: Times
  readonly bare: Times
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

/** Starts so many nodes, a vendor, and the flood's client, each a process of its own. */
const startCrowd = async (nodes: number) => {
  const upstream = launch<CrowdAnswers>("./upstream-crowd.ts")
  const client = launch<ClientAnswers>("./client-crowd.ts")
  const servers = Array.from({ length: nodes }, () =>
    launch<LoopAnswers & Record<string, (about: never) => unknown>>("./server-loop.ts")
  )
  const vendor = await upstream.ask("url")
  const said = configuration(vendor)
  const proxy = await serve((port) => startBare(vendor, port), [])
  const ports = await Promise.all(servers.map((server) => server.ask("start", said)))
  return {
    upstream,
    client,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    proxy: `http://127.0.0.1:${proxy.port}`,
    stop: () => {
      for (const child of [upstream, client, ...servers]) child.stop()
      void proxy.stop()
    }
  }
}

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

const measure = async (nodes: number, kind: (typeof kinds)[number]): Promise<Measured> => {
  const crowded = await startCrowd(nodes)
  const { upstream, client, urls } = crowded
  const [ours, bare] = [noTimes(), noTimes()]
  const [ask, askBare] = [asker(urls, kind), asker([crowded.proxy], kind)]
  const both = async (when: keyof Times, round: number): Promise<void> => {
    const [mine, its] = [await ask(), await askBare()]
    if (round === 0) return
    ours[when].push(mine)
    bare[when].push(its)
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
  return { ours, bare }
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

const rowsOf = (nodes: number, name: string, { ours, bare }: Measured): readonly Row[] =>
  (["arriving", "steady"] as const).flatMap((when) => {
    const row = (who: string, unit: "ms" | "x", value: number, limit?: number): Row => ({
      kind: "figure",
      label: { case: `${name}, ${ours[when].length} calls`, who: `${when}, ${who}` },
      unit,
      figure: spread([value]),
      ...(limit === undefined ? {} : { goal: { limit } })
    })
    const [mine, its] = [slowdown(ours, when), slowdown(bare, when)]
    return [
      row("of alone", "x", mine, nodes === 1 ? most : undefined),
      row("a bare proxy's of alone", "x", its),
      row("of the bare proxy's", "x", mine / its, nodes === 1 ? undefined : mostOfBare),
      row("p99", "ms", at(ours[when], 0.99)),
      row("a bare proxy's p99", "ms", at(bare[when], 0.99)),
      row("p99 of the middle alone", "x", at(ours[when], 0.99) / at(ours.alone, 0.5))
    ]
  })

/** How much longer another account's calls take while one account's streams come and are there, than alone. */
export const benchFair = async (): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const nodes of [1, 2]) {
    for (const kind of kinds) {
      const measured = await measure(nodes, kind)
      const name = `${nodes === 1 ? "one node" : "two nodes"}, ${kind}`
      const alone = (who: string, { alone: times }: Times): Row => ({
        kind: "figure",
        label: { case: name, who },
        unit: "ms",
        figure: spread(times)
      })
      rows.push(alone("alone", measured.ours), alone("a bare proxy's alone", measured.bare))
      rows.push(...rowsOf(nodes, name, measured))
    }
  }
  return rows
}
