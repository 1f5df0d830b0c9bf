import { setTimeout as sleep } from "node:timers/promises"
import { type Contestant, contestants, isThere, type Running, startServer } from "./contestants.ts"
import { check } from "./http-check.ts"
import { connections, type HttpCase } from "./http-cases.ts"
import { spread } from "./measure.ts"
import type { Rig } from "./rig.ts"
import type { Memory } from "./server.ts"
import type { Row } from "./table.ts"

/** How many streams are open at once. */
const open = 200

/** Measures what a server holds for an open stream: 200 stand half-way at the upstream's gate. */
export const benchMemory = async (rig: Rig, cases: readonly HttpCase[], rounds: number): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const one of cases) {
    const name = one.name.replace("streams,", "memory,")
    for (const contestant of contestants.filter(({ takes }) => takes(one))) {
      const label = { case: name, who: contestant.name }
      if (isThere(contestant)) rows.push(...(await measure(rig, contestant, one, name, rounds)))
      else rows.push({ kind: "absent", label, why: "not there yet" })
    }
  }
  return rows
}

const measure = async (
  rig: Rig,
  contestant: Contestant,
  one: HttpCase,
  name: string,
  rounds: number
): Promise<readonly Row[]> => {
  const held: Memory[] = []
  for (let round = 0; round < rounds; round++) {
    const found = await heldByAFreshOne(rig, contestant, one)
    if (typeof found === "string") return [{ kind: "wrong", label: { case: name, who: contestant.name }, why: found }]
    held.push(found)
  }
  return (["heap", "rss"] as const).map((kind): Row => {
    const label = { case: name, who: `${contestant.name}, ${kind}` }
    const row: Row = { kind: "figure", label, unit: "KB", figure: spread(held.map((memory) => memory[kind])) }
    return contestant.name === "isogloss" ? { ...row, goal: { limit: 100 } } : row
  })
}

/** A process that has held such streams before reuses their pages: each round has one that has only seen ordinary load. */
const heldByAFreshOne = async (rig: Rig, contestant: Contestant, one: HttpCase): Promise<Memory | string> => {
  const server = await startServer(contestant, await rig.upstream.ask("port"))
  try {
    const { from: format, size, model, stream } = one
    const warming = { port: server.port, format, size, model, stream, count: open, connections }
    const why = await check(rig, server, one)
    if (why !== undefined) return why
    await rig.load.ask("run", warming)
    return await heldBy(rig, server, one)
  } finally {
    await rig.load.ask("close", server.port)
    server.child.stop()
  }
}

/** Kilobytes that a server holds for each of 200 open streams, over what it held before and after collecting. */
const heldBy = async ({ upstream, load }: Rig, server: Running, one: HttpCase): Promise<Memory> => {
  const { from: format, size, model, stream } = one
  const before = await server.child.ask("memory")
  await upstream.ask("close")
  await load.ask("hold", { port: server.port, format, size, model, stream, count: open, connections: open })
  while ((await upstream.ask("waiting")) < open) await sleep(10)
  await sleep(100)
  const during = await server.child.ask("memory")
  await upstream.ask("open")
  const failures = await load.ask("finish")
  if (failures > 0) throw new Error(`${failures} of ${open} held streams were not answered with 200`)
  return { rss: (during.rss - before.rss) / open, heap: (during.heap - before.heap) / open }
}
