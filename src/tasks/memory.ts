import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { keptIn } from "./keep.ts"
import type { Inserted, Row, Rows, Taken } from "./rows.ts"
import { TaskStore } from "./store.ts"
import type { Claim, State } from "./task.ts"

/** Keeps tasks in this process's memory: they end with it. */
export const layerMemory: Layer.Layer<TaskStore> = Layer.sync(TaskStore)(() => keptIn(inMemory()))

const inMemory = (): Rows => {
  const rows = new Map<string, Row>()
  const claims = new Map<string, { readonly id: string; readonly claim: Claim }>()
  return {
    insert: (row, claim, now) => Effect.sync(() => insert(rows, claims, row, claim, now)),
    read: (id) => Effect.sync(() => rows.get(id)),
    take: (taken) => Effect.sync(() => take(rows, taken)),
    replace: (row, before) => Effect.sync(() => replace(rows, row, before)),
    renew: (id, fence, until) =>
      Effect.sync(() => {
        const row = rows.get(id)
        if (row === undefined || row.due === null || row.fence !== fence) return false
        rows.set(id, { ...row, until, due: until })
        return true
      }),
    sweep: (now, limit) =>
      Effect.sync(() => {
        for (const [key, { claim }] of claims) if (claim.until <= now) claims.delete(key)
        const over = [...rows.values()].filter(({ due, expires }) => due === null && expires <= now)
        const oldest = over.toSorted((a, b) => a.expires - b.expires).slice(0, limit)
        for (const { id } of oldest) rows.delete(id)
        return oldest.length
      }),
    counts: Effect.sync(() => {
      const counts = new Map<string, number>()
      for (const { state } of rows.values()) counts.set(state, (counts.get(state) ?? 0) + 1)
      return counts
    })
  }
}

const insert = (
  rows: Map<string, Row>,
  claims: Map<string, { readonly id: string; readonly claim: Claim }>,
  row: Row,
  claim: Claim | undefined,
  now: number
): Inserted => {
  if (claim !== undefined) {
    const key = JSON.stringify([row.owner, claim.key])
    const first = claims.get(key)
    const claimed = first === undefined || first.claim.until <= now ? undefined : rows.get(first.id)
    if (first !== undefined && claimed !== undefined) return { kind: "claimed", hash: first.claim.hash, row: claimed }
    claims.set(key, { id: row.id, claim })
  }
  rows.set(row.id, row)
  return { kind: "new" }
}

const take = (rows: Map<string, Row>, { now, holder, until, limit }: Taken): readonly Row[] => {
  const due = [...rows.values()].flatMap((row) => (row.due !== null && row.due <= now ? [{ row, at: row.due }] : []))
  const longest = due.toSorted((a, b) => a.at - b.at).slice(0, limit)
  return longest.map(({ row }) => {
    const taken = { ...row, holder, until, due: until, fence: row.fence + 1 }
    rows.set(row.id, taken)
    return taken
  })
}

const replace = (rows: Map<string, Row>, row: Row, before: readonly State[]): boolean => {
  const current = rows.get(row.id)
  if (current === undefined || current.fence !== row.fence || !before.includes(current.state)) return false
  rows.set(row.id, row)
  return true
}
