import { join } from "node:path"
import { inCopies, root, whilePlanted } from "../planting.ts"
import { compiling, faulty } from "./compiling.ts"
import { whyHarmless } from "./harmless.ts"
import { groups, noticing, timeOf } from "./noticing.ts"
import { reach } from "./reach.ts"
import { sample, told } from "./sample.ts"
import type { Draw } from "./sample.ts"

/** Milliseconds of tests that are run first, and of all that are run for one fault. */
const tried = { first: 1500, most: 60_000 }

/**
 * Plants faults that nobody chose, spread by lines over all rooms but the sandbox, those that the compiler refuses left
 * out, and runs the tests that reach the place, the nearest first. Gives the number of those that none noticed.
 */
export const runRandom = async (draw: Draw): Promise<number> => {
  console.log(`${draw.count} faults at random, --seed ${draw.seed}`)
  const map = await reach()
  const testsOf = noticing(map)
  let drawn = 0
  const survivors: string[] = []
  await inCopies(
    sample(join(root, "src"), draw, compiling(root)),
    async () => {},
    async (copy, fault, { failing }) => {
      const [by] = await whilePlanted(
        copy,
        fault.file,
        (text) => faulty(text, fault),
        async () => {
          for (const suites of groups(testsOf(fault), (test) => timeOf(map, test), tried)) {
            const failed = await failing({ suites, changed: fault.file })
            if (failed.length > 0) return failed
          }
          return []
        }
      )
      const caught = by !== undefined
      drawn += 1
      const why = caught ? undefined : whyHarmless(fault)
      if (!caught && why === undefined) survivors.push(told(fault))
      const end = caught ? "caught  " : why === undefined ? "survived" : "harmless"
      console.log(`${end}  ${told(fault)}${by === undefined ? "" : ` (${by})`}${why === undefined ? "" : `: ${why}`}`)
    }
  )
  console.log(`${drawn - survivors.length} of ${drawn} caught, --seed ${draw.seed}`)
  for (const survivor of survivors) console.log(`survived  ${survivor}`)
  return survivors.length
}
