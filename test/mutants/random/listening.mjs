import { appendFileSync } from "node:fs"

// Loaded before each process of a tree whose faults are switched: says which of them is there, and tells at the end of
// a process that a test started which places it came by.

const planted = Number(process.env["ISOGLOSS_PLANTED"] ?? -1)
const reached = new Set()
globalThis.planted ??= (id) => {
  reached.add(id)
  return id === planted
}
const file = process.env["ISOGLOSS_REACHED"]
process.on("exit", () => {
  if (file !== undefined && reached.size > 0) appendFileSync(file, `${[...reached].join("\n")}\n`)
})
