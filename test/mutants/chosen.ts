import { mutants } from "./mutants.ts"
import type { Mutant } from "./mutant.ts"
import { inCopies, lanes, passes, whilePlanted } from "./planting.ts"

/** Milliseconds that the tests may take where nothing is planted. */
const limit = 1_200_000

const planted =
  ({ file, find, replace, name }: Mutant) =>
  (text: string): string => {
    const times = text.split(find).length - 1
    if (times !== 1) throw new Error(`${name}: the text stands ${times} times in ${file}`)
    return text.replace(find, () => replace)
  }

/** Plants the chosen defects whose name, file or tests hold a word; gives the number of those that no test noticed. */
export const runChosen = async (word: string): Promise<number> => {
  const chosen = mutants.filter(({ name, file, caughtBy }) => [name, file, ...caughtBy].some((it) => it.includes(word)))
  if (chosen.length === 0) throw new Error(`No defect has ${word} in its name, its file or its tests.`)
  const survivors: string[] = []
  await inCopies(
    chosen,
    async (copy) => {
      const suites = [...new Set(chosen.flatMap((it) => it.caughtBy))]
      if (!(await passes({ copy, suites, workers: lanes, limit })))
        throw new Error("The suites fail without any defect; mend them first.")
    },
    async (copy, mutant, { failing }) => {
      const failed = await whilePlanted(copy, mutant.file, planted(mutant), () =>
        failing({ suites: mutant.caughtBy, changed: mutant.file })
      )
      const survived = failed.length === 0
      if (survived) survivors.push(mutant.name)
      console.log(`${survived ? "survived" : "caught  "}  ${mutant.name}`)
    }
  )
  console.log(`${chosen.length - survivors.length} of ${chosen.length} caught`)
  if (survivors.length > 0) console.log(`survivors: ${survivors.join("; ")}`)
  return survivors.length
}
