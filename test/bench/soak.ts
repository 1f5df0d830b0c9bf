import { setTimeout as sleep } from "node:timers/promises"
import { gateways } from "./served/gateways.ts"
import { type Rig, startRig, withGateway, type Work } from "./served/rig.ts"

const work: Work = { name: "", from: "chat-completions", to: "messages", size: "3-message", stream: true }

/** How many streams are read at once, and by how many megabytes the process may have grown in the end. */
const atOnce = 200
const growth = 24

/** In how many rounds they are read: the second half of them must hold no more than the first. */
const rounds = 10

/** How long a connection may outlive its last use, in milliseconds: its vendor offers to keep it for two minutes. */
const outliving = 150_000

/** Full load for so many minutes, translated, whole answers and streams, then so many streams; whether all held. */
export const soak = async (minutes: number, streams: number): Promise<boolean> => {
  const rig = await startRig()
  const gateway = gateways().find(({ name }) => name === "isogloss")
  try {
    if (gateway === undefined) return false
    const wrong = await withGateway(rig, gateway, work, (asked) => loaded(rig, asked, minutes, streams))
    console.log(wrong === "" ? "\nmemory flat, no handle left, every stream whole and in order" : `\nFAILED: ${wrong}`)
    return wrong === ""
  } finally {
    rig.stop()
  }
}

const loaded = async (
  rig: Rig,
  { served, requests }: Parameters<Parameters<typeof withGateway>[3]>[0],
  minutes: number,
  streams: number
): Promise<string> => {
  const { load, upstream } = rig
  await upstream.ask("pace", 0)
  const load32 = { ...requests, connections: 32 }
  const handles = served.handles()
  const begun = performance.now()
  const held: number[] = []
  const tell = (what: string): void => {
    held.push(served.rss())
    const at = ((performance.now() - begun) / 60_000).toFixed(1)
    console.log(`${at} min: ${what}, ${served.rss().toFixed(0)} MB, ${served.handles()} handles`)
  }
  while (performance.now() - begun < minutes * 60_000) {
    const whole = await load.ask("run", { ...load32, stream: false, ms: 5000 })
    const streamed = await load.ask("run", { ...load32, ms: 5000 })
    tell(`${whole.answered} answers and ${streamed.answered} streams, ${whole.failures + streamed.failures} failed`)
    if (whole.failures + streamed.failures > 0) return "a request was not answered with 200"
  }
  held.length = 0
  for (let round = 0; round < rounds; round++) {
    const said = await load.ask("whole", { ...load32, connections: atOnce, count: Math.ceil(streams / rounds) })
    tell(`${said.answered} streams, ${said.failures} of them not as the first`)
    if (said.failures > 0) return `${said.failures} streams lost an event or its order`
  }
  await load.ask("close", served.port)
  const gone = performance.now() + outliving
  while (served.handles() > handles && performance.now() < gone) await sleep(500)
  const middle = Math.max(...held.slice(0, Math.ceil(held.length / 2)))
  if ((held.at(-1) ?? 0) > middle + growth)
    return `it held ${held.at(-1)?.toFixed(0)} MB in the end, and before ${middle.toFixed(0)}`
  return served.handles() > handles ? `${served.handles()} handles are left of ${handles}` : ""
}
