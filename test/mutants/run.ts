import { parseArgs } from "node:util"
import { runChosen } from "./chosen.ts"
import { runRandom } from "./random/run.ts"

// Plants each defect alone in a copy of the tree, and runs the tests that should notice. Survivors are printed. A word
// chooses the defects whose name, file or tests hold it; `--random N --seed S` plants N that nobody chose, and goes on
// where it was stopped while `src` is what it was.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { random: { type: "string" }, seed: { type: "string" }, in: { type: "string", default: "" } }
})

const survivors =
  values.random === undefined
    ? await runChosen(positionals[0] ?? "")
    : await runRandom({
        count: Number(values.random),
        seed: Number(values.seed ?? Date.now() % 1_000_000),
        room: values.in
      })
process.exitCode = survivors === 0 ? 0 : 1
