import { join } from "node:path"
import { inCopies, passes, root, whilePlanted } from "../planting.ts"
import { compiling, faulty } from "./compiling.ts"
import { whyHarmless } from "./harmless.ts"
import { groups, noticing, timeOf } from "./noticing.ts"
import { reach } from "./reach.ts"
import { sample, told } from "./sample.ts"
import type { Draw } from "./sample.ts"

/** Milliseconds of tests that are run at once, nearest first, and of all that are run for one fault. */
const tried = { length: 8000, most: 60_000 }

/** Milliseconds after which a group counts as hanging, and so as having noticed. */
const limit = 600_000

/**
 * Plants faults that nobody chose, spread by lines over all rooms but the sandbox, those that the compiler refuses left
 * out, and runs the tests that reach the place, the nearest first. Gives the number of those that none noticed.
 */
export const runRandom = async (draw: Draw): Promise<number> => {
  console.log(`${draw.count} faults at random, --seed ${draw.seed}`)
  const map = await reach()
  const testsOf = noticing(map)
  const drawn = sample(join(root, "src"), draw, compiling(root))
  const survivors: string[] = []
  await inCopies(
    drawn,
    async () => {},
    async (copy, fault) => {
      const caught = await whilePlanted(
        copy,
        fault.file,
        (text) => faulty(text, fault),
        async () => {
          for (const suites of groups(testsOf(fault), (test) => timeOf(map, test), tried))
            if (!(await passes({ copy, suites, workers: 1, limit }))) return true
          return false
        }
      )
      const why = caught ? undefined : whyHarmless(fault)
      if (!caught && why === undefined) survivors.push(told(fault))
      const end = caught ? "caught  " : why === undefined ? "survived" : "harmless"
      console.log(`${end}  ${told(fault)}${why === undefined ? "" : `: ${why}`}`)
    }
  )
  console.log(`${drawn.length - survivors.length} of ${drawn.length} caught, --seed ${draw.seed}`)
  for (const survivor of survivors) console.log(`survived  ${survivor}`)
  return survivors.length
}
