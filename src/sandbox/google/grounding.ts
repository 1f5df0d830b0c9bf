import type { JsonObject } from "../json.ts"
import type { Page, Plan } from "../plan.ts"

const bytesIn = (text: string): number => new TextEncoder().encode(text).length

const supportsOf = (plan: Plan, pages: readonly Page[], partIndex: number): readonly JsonObject[] => {
  let start = 0
  return plan.blocks.flatMap((block) => {
    if (block.kind !== "text") return []
    const from = start
    start += bytesIn(block.text)
    if (block.cites === undefined) return []
    const segment = {
      ...(partIndex === 0 ? {} : { partIndex }),
      ...(from === 0 ? {} : { startIndex: from }),
      endIndex: start,
      text: block.text
    }
    return [{ segment, groundingChunkIndices: [pages.indexOf(block.cites)], confidenceScores: [0.9] }]
  })
}

/**
 * What an answer rests on, where it searched: the pages, and the UTF-8 offsets of what rests on each in the part of
 * this index.
 */
export const groundingOf = (plan: Plan, partIndex: number): JsonObject | undefined => {
  const search = plan.blocks.find((block) => block.kind === "search")
  if (search === undefined) return undefined
  return {
    searchEntryPoint: { renderedContent: `<div class="container">${encodeURIComponent(search.text)}</div>` },
    groundingChunks: search.pages.map(({ url, title }) => ({ web: { uri: url, title } })),
    groundingSupports: supportsOf(plan, search.pages, partIndex),
    webSearchQueries: [search.text]
  }
}
