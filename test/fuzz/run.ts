import { parseArgs } from "node:util"
import { Costs } from "./costs.ts"
import { fuzz } from "./engine.ts"
import { printed } from "./printed.ts"
import { startRig } from "./rig.ts"
import { targetsAt } from "./targets.ts"

// `npm run fuzz -- --minutes N [--seed S] [--target NAME] [--case N]`: the minutes are shared by the targets; a case
// runs alone.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    target: { type: "string" },
    case: { type: "string" }
  }
})

const seed = Number(values.seed)
const minutes = Number(values.minutes)
if (!Number.isSafeInteger(seed) || !(minutes > 0)) throw new Error("A seed is an integer, and minutes are above 0.")

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

const rig = await startRig()
const all = targetsAt(rig)
const chosen = all.filter(({ name }) => values.target === undefined || name === values.target)
if (chosen.length === 0) throw new Error(`Targets are ${all.map(({ name }) => name).join(", ")}.`)

let failed = 0
for (const target of chosen) {
  const begun = Date.now()
  const end = begun + (minutes * 60_000) / chosen.length
  const single = values.case === undefined ? undefined : Number(values.case)
  const goesOn = single === undefined ? () => Date.now() < end : (cases: number) => cases < 1
  const { cases, failures } = await fuzz(target, { seed, from: single ?? 0, goesOn, costs: new Costs() })
  const seconds = Math.max(0.001, (Date.now() - begun) / 1000)
  tell(
    `${target.name}: ${cases} cases, ${Math.round(cases / seconds)} a second, seed ${seed}, ${failures.length} failed`
  )
  for (const failure of failures) tell(printed(failure))
  failed += failures.length
}
await rig.close()
process.exitCode = failed === 0 ? 0 : 1
