/** What a model does besides answering; the id's last part says it (`gpt-4o-error-429`). */
export type Behaviour =
  | "plain"
  | "error-429"
  | "error-500"
  | "error-529"
  | "overloaded"
  | "error-mid"
  | "slow"
  | "cut"
  | "refuse"
  | "filtered"
  | "redacted"
  | "failed"

/** The behaviours that an id can end in. */
const behaviours: readonly Behaviour[] = [
  "error-429",
  "error-500",
  "error-529",
  "overloaded",
  "error-mid",
  "slow",
  "cut",
  "refuse",
  "filtered",
  "redacted",
  "failed"
]

/** A reasoning effort of any vendor. */
export type Effort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max"

/** A model, and what it takes. */
export interface Model<Rules> {
  readonly id: string
  /** The id without what it ends in. */
  readonly base: string
  readonly behaviour: Behaviour
  readonly rules: Rules
}

/** A vendor's models by their plain ids. */
export type Catalogue<Rules> = ReadonlyMap<string, Rules>

const behaviourOf = (id: string): readonly [string, Behaviour] => {
  for (const behaviour of behaviours) {
    if (id.endsWith(`-${behaviour}`)) return [id.slice(0, -behaviour.length - 1), behaviour]
  }
  return [id, "plain"]
}

/** The model of an id; a date after the name (`gpt-4o-2024-08-06`, `claude-3-haiku-20240307`) is read over. */
export const modelIn = <Rules>(catalogue: Catalogue<Rules>, id: string): Model<Rules> | undefined => {
  const [named, behaviour] = behaviourOf(id)
  const base = catalogue.has(named) ? named : named.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "")
  const rules = catalogue.get(base)
  return rules === undefined ? undefined : { id, base, behaviour, rules }
}

/** Every model of a catalogue under its plain id and under each behaviour. */
export const modelsOf = <Rules>(catalogue: Catalogue<Rules>): readonly Model<Rules>[] =>
  [...catalogue].flatMap(([base, rules]): readonly Model<Rules>[] => [
    { id: base, base, behaviour: "plain", rules },
    ...behaviours.map((behaviour) => ({ id: `${base}-${behaviour}`, base, behaviour, rules }))
  ])

/** When every model was made, in Unix seconds. */
export const created = 1_767_225_600

/** What people call a model: the words of its id, each with a capital letter. */
export const titleOf = (id: string): string =>
  id
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")
