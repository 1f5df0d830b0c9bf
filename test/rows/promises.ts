import { it } from "vitest"
import rows from "../rows.json" with { type: "json" }

/** What the endpoints promise: a sentence each, by the id that tests name it with. */
export const promises: Readonly<Record<PromiseId, string>> = rows

/** The id of a promise. */
export type PromiseId = keyof typeof rows

/** A test that shows that a promise is kept. */
export const keeps = (id: PromiseId, how: string, test: () => void | Promise<void>): void =>
  void it(`${id} · ${how}`, test)
