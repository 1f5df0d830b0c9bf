import { setTimeout as sleep } from "node:timers/promises"
import { spread } from "./measure.ts"
import { gateways } from "./served/gateways.ts"
import { type Asked, type Rig, withGateway, type Work } from "./served/rig.ts"
import { serve } from "./served/process.ts"
import type { Row } from "./table.ts"

const chat = "chat-completions"
const whole: Work = { name: "", from: chat, to: chat, size: "3-message", stream: false }
const streamed: Work = { ...whole, stream: true }

/** How many streams stand open half-way. */
const open = 200

/** What is measured of each, its unit, and what the gateway's may be at most. */
const figures = {
  start: { title: "start until it listens", unit: "ms", limit: 350 },
  cpu: { title: "CPU of the start", unit: "ms" },
  first: { title: "first request", unit: "ms", limit: 15 },
  idle: { title: "memory idle", unit: "MB", limit: 110 },
  peak: { title: "memory at its peak, 32 connections", unit: "MB", limit: 180 },
  stream: { title: "memory of an open stream", unit: "KB", limit: 60 }
} as const

type Figures = Readonly<Record<keyof typeof figures, number>>

/** How long a process takes to start, to answer first, and what memory it holds: idle, at work, and for an open stream. */
export const benchProcess = async (rig: Rig, rounds: number, busy: number): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const gateway of gateways().filter(({ takes }) => takes(streamed))) {
    const found: Figures[] = []
    let why = gateway.absent
    for (let round = 0; round < rounds && why === undefined; round++) {
      const first = await firstOf(rig, gateway)
      const more = await withGateway(rig, gateway, streamed, (asked) => held(rig, asked, busy))
      if (typeof more === "string") why = more
      else found.push({ ...first, ...more })
    }
    for (const key of Object.keys(figures).filter(isFigure)) rows.push(rowOf(gateway.name, key, found, why))
  }
  return rows
}

const isFigure = (key: string): key is keyof Figures => key in figures

const rowOf = (who: string, key: keyof Figures, found: readonly Figures[], why: string | undefined): Row => {
  const { title, unit, ...goal } = figures[key]
  const label = { case: title, who }
  if (why !== undefined) return { kind: who === "isogloss" ? "wrong" : "absent", label, why }
  const row: Row = { kind: "figure", label, unit, figure: spread(found.map((one) => one[key])) }
  return who === "isogloss" && "limit" in goal ? { ...row, goal } : row
}

/** A start, a first request as soon as it listens, and what it holds a second later. */
const firstOf = async ({ load, vendor }: Rig, gateway: ReturnType<typeof gateways>[number]) => {
  const served = await serve((port) => gateway.start(vendor, port))
  try {
    const cpu = served.cpu()
    const head = gateway.head?.(vendor, whole) ?? ""
    const requests = {
      port: served.port,
      format: chat,
      size: whole.size,
      model: "gpt-4o",
      stream: false,
      head
    } as const
    const { first } = await load.ask("burst", { ...requests, connections: 1 })
    await sleep(1000)
    return { start: served.began, cpu, first: first[0] ?? Number.NaN, idle: served.rss() }
  } finally {
    await load.ask("close", served.port)
    await served.stop()
  }
}

/** What it holds more for each stream that stands at the vendor's gate, and the most that it held at work. */
const held = async ({ upstream, load }: Rig, { served, requests }: Asked, busy: number) => {
  await upstream.ask("pace", 0)
  served.forget()
  await load.ask("run", { ...requests, stream: false, connections: 32, ms: busy })
  const peak = served.peak()
  const before = served.rss()
  await upstream.ask("close")
  await load.ask("hold", { ...requests, connections: open })
  const late = performance.now() + 20_000
  while ((await upstream.ask("waiting")) < open) {
    if (performance.now() > late)
      throw new Error(`${await upstream.ask("waiting")} of ${open} streams came to the vendor`)
    await sleep(10)
  }
  await sleep(100)
  const during = served.rss()
  await upstream.ask("open")
  const failures = await load.ask("finish")
  if (failures > 0) throw new Error(`${failures} of ${open} held streams were not answered with 200`)
  return { peak, stream: ((during - before) * 1024) / open }
}
