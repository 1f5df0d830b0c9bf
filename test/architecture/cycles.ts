/** A closed walk: each file imports the next, and the last the first. */
export type Cycle = readonly [string, ...ReadonlyArray<string>]

/** One closed walk for each edge that leads back while files are visited in order; none where there is no cycle. */
export const cyclesOf = (imports: ReadonlyMap<string, readonly string[]>): readonly Cycle[] => {
  const found: Cycle[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const start = path.indexOf(file)
    if (start !== -1) return void found.push([file, ...path.slice(start + 1)])
    if (done.has(file)) return
    path.push(file)
    for (const next of imports.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }
  for (const file of imports.keys()) visit(file)
  return found
}
