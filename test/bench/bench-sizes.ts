import { costOf, type HttpEffort } from "./bench-http.ts"
import type { Size } from "./inputs.ts"
import { gateways } from "./served/gateways.ts"
import { type Rig, withGateway, type Work } from "./served/rig.ts"

/** Sizes of requests, by their bytes. */
const sizes: ReadonlyMap<number, Size> = new Map([
  [1e3, "1 KB"],
  [1e4, "10 KB"],
  [1e5, "100 KB"],
  [1e6, "1 MB"],
  [1e7, "10 MB"]
])

/** What a request costs one program, by its size. */
export interface Curve {
  readonly name: string
  /** Bytes of a request, and milliseconds of CPU. */
  readonly points: readonly (readonly [bytes: number, ms: number])[]
}

/** Requests of one way, and what they cost each program that can do it. */
export interface Panel {
  readonly title: string
  readonly curves: readonly Curve[]
}

const chat = "chat-completions"
const ways = [
  { name: "same format", from: chat, to: chat },
  { name: "chat completions to messages", from: chat, to: "messages" }
] as const

/** What requests of five sizes cost each program, which stays for all of them. */
export const benchSizes = async (rig: Rig, effort: HttpEffort): Promise<readonly Panel[]> => {
  const panels: Panel[] = []
  for (const way of ways) {
    const curves: Curve[] = []
    for (const gateway of gateways().filter(({ takes, absent }) => takes(way) && absent === undefined)) {
      const work: Work = { ...way, size: "1 KB", stream: false }
      const points: Curve["points"][number][] = []
      const measured = await withGateway(rig, gateway, work, async (asked) => {
        for (const [bytes, size] of sizes) {
          const requests = { ...asked.requests, size }
          const { cost } = await costOf(rig, { ...asked, requests }, effort, bytes < 1e6 ? 32 : 4)
          points.push([bytes, cost / 1000])
        }
        return points
      })
      const shown = points.map(([bytes, ms]) => `${sizes.get(bytes)}: ${ms.toFixed(3)} ms`).join(", ")
      console.log(`${way.name}, ${gateway.name}: ${shown}${typeof measured === "string" ? `; then ${measured}` : ""}`)
      curves.push({ name: gateway.name, points })
    }
    panels.push({ title: way.name, curves })
  }
  return panels
}
