/** The ids that a vendor lists, and when it made each, in epoch seconds; undefined where it does not say. */
export type Listed = ReadonlyMap<string, number | undefined>

/** Ids by the day on which a vendor made them (`2026-04-23`); those under `undated` have none that is known. */
export const listedBy = (dated: Readonly<Record<string, string>>, undated: readonly string[] = []): Listed =>
  new Map([
    ...undated.map((id) => [id, undefined] as const),
    ...Object.entries(dated).map(([id, day]) => [id, Date.parse(day) / 1000] as const)
  ])
