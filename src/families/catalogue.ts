/** What is known of the models of a line, by id. */
export type Catalogue<Rules> = ReadonlyMap<string, Rules>

/** A snapshot's date, or `latest`, after a model's name. */
const snapshot = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/

/** The rules of an id, with or without a snapshot's date; undefined where the catalogue does not list it. */
export const catalogueRules = <Rules>(catalogue: Catalogue<Rules>, id: string): Rules | undefined =>
  catalogue.get(id) ?? catalogue.get(id.replace(snapshot, ""))

/** The ids that a vendor lists, and when it made each, in epoch seconds; undefined where it does not say. */
export type ListedIds = ReadonlyMap<string, number | undefined>

/** Ids by the day on which a vendor made them (`2026-04-23`); those under `undated` have none that is known. */
export const listedIds = (dated: Readonly<Record<string, string>>, undated: readonly string[] = []): ListedIds =>
  new Map([
    ...undated.map((id) => [id, undefined] as const),
    ...Object.entries(dated).map(([id, day]) => [id, Date.parse(day) / 1000] as const)
  ])
