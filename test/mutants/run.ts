import { parseArgs } from "node:util"
import { runChosen } from "./chosen.ts"
import { runRandom, tellRandom } from "./random/run.ts"

// Plants each defect alone in a copy of the tree, and runs the tests that should notice. Survivors are printed. A word
// chooses the defects whose name, file or tests hold it; `--random N --seed S` plants N that nobody chose, and goes on
// where it was stopped while `src` is what it was; with `--told` it tells what is known of them and tries nothing.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    random: { type: "string" },
    seed: { type: "string" },
    in: { type: "string", default: "" },
    told: { type: "boolean", default: false }
  }
})

const survivors =
  values.random === undefined
    ? await runChosen(positionals[0] ?? "")
    : await (values.told ? tellRandom : runRandom)({
        count: Number(values.random),
        seed: Number(values.seed ?? Date.now() % 1_000_000),
        room: values.in
      })
process.exitCode = survivors === 0 ? 0 : 1
