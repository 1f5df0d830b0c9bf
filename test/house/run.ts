import { fileURLToPath } from "node:url"
import { groupItems } from "../../src/core/collections.ts"
import { figuresOf } from "./figures.ts"
import { trips } from "./trips.ts"

// `npm run house`: the tree in figures, and the files that a request enters; with `--files`, their names
const print = (line: string): void => void process.stdout.write(`${line}\n`)

for (const [figure, value] of Object.entries(figuresOf(fileURLToPath(new URL("../../src", import.meta.url))))) {
  print(`${figure.padEnd(44)} ${value}`)
}
for (const [kind, files] of Object.entries(await trips())) {
  print(`files that ${kind} enters`.padEnd(56) + String(files.length).padStart(4))
  const rooms = groupItems(files, (file) => file.split("/")[0] ?? "")
  print(`  ${[...rooms].map(([room, { length }]) => `${room} ${length}`).join(", ")}`)
  if (process.argv.includes("--files")) for (const file of files) print(`    ${file}`)
}
