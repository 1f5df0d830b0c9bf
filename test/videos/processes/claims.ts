import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { ended, ledgerOf, listening, type Shared, started } from "./started.ts"

/** What becomes of many submits under one key, from so many nodes that share a kind of store. */
export const claimsOnce = ({ name, open }: Shared, nodes: readonly number[]): void =>
  void describe(`200 submits under one idempotency key, from ${nodes.length === 1 ? "one process" : "two processes"} on ${name}`, () => {
    it("are one task, which the vendor is asked for once", async () => {
      const from = Date.now()
      const vendor = started("./vendor.ts", `${from}`)
      const { place, close } = await open()
      const meeting = { tasks: place, vendor: await listening(vendor), from }
      const all = nodes.map((count) => started("./claimant.ts", JSON.stringify(meeting), `${count}`))
      try {
        while (all.some(({ lines }) => lines().length === 0)) await setTimeout(10)
        for (const { child } of all) child.stdin.write("go\n")
        await Promise.all(all.map(({ exit }) => exit))
        const answers = all.flatMap(({ lines }) => lines().slice(1))
        expect(answers).toHaveLength(200)
        expect([...new Set(answers)]).toEqual([expect.stringMatching(/^200 video_[\w-]{32}$/)])
        expect(await ledgerOf(meeting)).toEqual(["Waves"])
      } finally {
        for (const { child } of [...all, vendor]) await ended(child)
        await close()
      }
    }, 120_000)
  })
