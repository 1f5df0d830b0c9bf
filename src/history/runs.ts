/** Items one after the other, each a line of JSON: pieces of UTF-8 that are kept once however often they are sent. */
export type ItemRuns = readonly Uint8Array<ArrayBuffer>[]

/** The least UTF-16 code units of a run that others follow, and about how many runs there are at most. */
const shortestRun = 4096
const mostRuns = 512

/**
 * Items, texts of JSON, as runs, none longer than need be. Where a run ends depends on what stands before it alone,
 * unless the whole doubles: a conversation that has grown has the runs that it had, but for the last.
 */
export const runsOf = (items: readonly string[]): ItemRuns => {
  const size = items.reduce((sum, { length }) => sum + length, 0)
  const least = Math.max(shortestRun, 2 ** Math.ceil(Math.log2(size / mostRuns)))
  const runs: Uint8Array<ArrayBuffer>[] = []
  let run: string[] = []
  let length = 0
  for (const item of items) {
    run.push(oneLine(item))
    length += item.length
    if (length < least) continue
    runs.push(encoder.encode(run.join("\n")))
    run = []
    length = 0
  }
  return run.length === 0 ? runs : [...runs, encoder.encode(run.join("\n"))]
}

/** The items of a run, whose text this is. */
export const itemsIn = (run: string): readonly string[] => run.split("\n")

/** JSON without line ends, which mean nothing between its tokens and stand nowhere else. */
const oneLine = (json: string): string => json.replaceAll("\n", " ")

const encoder = new TextEncoder()
