import { readFileSync, rmSync } from "node:fs"

declare global {
  /** Whether the fault of a number is there now. */
  var planted: ((id: number) => boolean) | undefined
}

/** How often a place may be come by with its fault, for each time without it and at least: a loop that does not end. */
const turns = { each: 100, least: 100_000 }

/** The switches of all faults of a process and of those that it starts: at most one fault is there at a time. */
export interface Switches {
  /** The faults whose places were come by since last asked. */
  readonly reached: () => ReadonlySet<number>
  /** Lets a fault be there, or none. */
  readonly plant: (id: number | undefined) => void
}

/** Puts the switches of a number of faults in place; `file` is where processes that are started tell what they reach. */
export const switches = (count: number, file: string): Switches => {
  const hits = new Float64Array(count)
  const usual = new Float64Array(count)
  let now = -1
  globalThis.planted = (id) => {
    const times = (hits[id] = (hits[id] ?? 0) + 1)
    if (id !== now) return false
    if (times > turns.least + turns.each * (usual[id] ?? 0)) throw new Error("The place is come by again and again.")
    return true
  }
  process.env["ISOGLOSS_REACHED"] = file
  return {
    reached: () => {
      const ids = new Set([...hits.keys()].filter((id) => (hits[id] ?? 0) > 0))
      for (const id of ids) usual[id] = Math.max(usual[id] ?? 0, hits[id] ?? 0)
      hits.fill(0)
      for (const id of toldByOthers(file)) ids.add(id)
      return ids
    },
    plant: (id) => {
      hits.fill(0)
      now = id ?? -1
      process.env["ISOGLOSS_PLANTED"] = String(now)
    }
  }
}

const toldByOthers = (file: string): readonly number[] => {
  try {
    const ids = readFileSync(file, "utf8").trim().split("\n").map(Number)
    rmSync(file)
    return ids
  } catch {
    return []
  }
}
