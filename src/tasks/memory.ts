import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { tasksIn } from "./store-from-rows.ts"
import {
  TaskStore,
  type ClaimedRow,
  type TaskRow,
  type TaskRows,
  type LeaseUpdate,
  type IdempotencyClaim,
  type TaskState
} from "./store.ts"

/** Keeps tasks in this process's memory: they end with it. */
export const layerMemory: Layer.Layer<TaskStore> = Layer.sync(TaskStore)(() => tasksIn(memoryRows()))

/** Rows kept in maps, and what was claimed, for as long as it stands. */
export const memoryRows = (rows = new Map<string, TaskRow>(), claims: Claims = new Map()): TaskRows => ({
  insert: (row, claim, now) =>
    Effect.sync(() => {
      const first = claim === undefined ? undefined : claimed(rows, claims, row.owner, claim.key, now)
      if (first !== undefined) return first
      rows.set(row.id, row)
      if (claim !== undefined) claims.set(keyOf(row.owner, claim.key), { id: row.id, claim })
      return undefined
    }),
  claimed: (owner, key, now) => Effect.sync(() => claimed(rows, claims, owner, key, now)),
  read: (id) => Effect.sync(() => rows.get(id)),
  take: (taken) => Effect.sync(() => leaseRows(rows, taken)),
  replace: (row, { before, freed }) =>
    Effect.sync(() => {
      const done = replace(rows, row, before)
      if (done && freed !== undefined) free(claims, keyOf(row.owner, freed), row.id)
      return done
    }),
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
  }),
  probe: Effect.void
})

/** What was claimed, for which row, by owner and key. */
type Claims = Map<string, { readonly id: string; readonly claim: IdempotencyClaim }>

const keyOf = (owner: string, key: string): string => JSON.stringify([owner, key])

const claimed = (
  rows: ReadonlyMap<string, TaskRow>,
  claims: Claims,
  owner: string,
  key: string,
  now: number
): ClaimedRow | undefined => {
  const first = claims.get(keyOf(owner, key))
  if (first === undefined || first.claim.until <= now) return undefined
  const row = rows.get(first.id)
  return row === undefined ? undefined : { hash: first.claim.hash, row }
}

const free = (claims: Claims, key: string, id: string): void => {
  if (claims.get(key)?.id === id) claims.delete(key)
}

const leaseRows = (rows: Map<string, TaskRow>, { now, holder, until, limit }: LeaseUpdate): readonly TaskRow[] => {
  const due = [...rows.values()].flatMap((row) => (row.due !== null && row.due <= now ? [{ row, at: row.due }] : []))
  const longest = due.toSorted((a, b) => a.at - b.at).slice(0, limit)
  return longest.map(({ row }) => {
    const taken = { ...row, holder, until, due: until, fence: row.fence + 1 }
    rows.set(row.id, taken)
    return taken
  })
}

const replace = (rows: Map<string, TaskRow>, row: TaskRow, before: readonly TaskState[]): boolean => {
  const current = rows.get(row.id)
  if (current === undefined || current.fence !== row.fence || !before.includes(current.state)) return false
  rows.set(row.id, row)
  return true
}
