import * as Redacted from "effect/Redacted"
import type { Model } from "../../capabilities/models.ts"
import { fits } from "../../credentials/principal.ts"
import type { Clocks, UpstreamRequest } from "../../upstream/upstream.ts"
import type { ModelId } from "../../words/model-id.ts"
import type { Thinking } from "../../words/thinking.ts"
import { type Catalogue, rulesOf } from "../catalogue.ts"

/** A model that is wanted of a line: the id that clients ask for, the one that is sent, and whose rules it follows. */
export interface Wanted {
  readonly id: string
  /** The id that the upstream knows, where it is another. */
  readonly model?: string
  /** The catalogue id whose rules hold, for an id that the catalogue does not list. */
  readonly like?: string
}

/** The models of one capability that a family has at one upstream. */
export interface Line<M extends Model> {
  /** The upstream's name, by which the operator's routes mean it. */
  readonly upstream: string
  /** Whether ids like this one are the family's where no route says otherwise. */
  readonly serves: (id: string) => boolean
  readonly model: (wanted: Wanted) => M
  /** The ids of its catalogue. */
  readonly ids: readonly string[]
}

/** How an upstream of a family is reached. */
export interface FamilyOptions {
  /** The vendor's key. It is sent in a header and stands nowhere else. */
  readonly key: string | Redacted.Redacted
  /** The base URL, as the vendor's own SDK takes it. */
  readonly url?: string
  /** Globs over the ids that are served where no route says otherwise; absent: those that look like the vendor's. */
  readonly models?: readonly string[]
  /** The name by which routes mean this upstream; absent: the family's name. */
  readonly upstreamName?: string
  /** How long this upstream may take, where that differs from the limits of all, in milliseconds. */
  readonly clocks?: Partial<Clocks>
}

/** What is known of the models of a line. */
export interface LineDifferences<Rules> {
  readonly family: string
  readonly catalogue: Catalogue<Rules>
  /** Globs over ids that look like the vendor's. */
  readonly models: readonly string[]
  /** Whether an id is of another of the vendor's lines, whatever globs fit it; absent: none is. */
  readonly elsewhere?: (id: string) => boolean
  /** Splits an id that the catalogue does not list from the thinking that it asks for; absent: ids are whole. */
  readonly parse?: (id: string) => ModelId
}

/** A model of a line as its catalogue knows it. */
export interface Known<Rules> {
  /** The id that clients ask for. */
  readonly id: string
  /** The id that the upstream knows. */
  readonly sent: string
  /** Absent where the catalogue does not list it. */
  readonly rules: Rules | undefined
  /** What the id itself asks for. */
  readonly thinking: Thinking | undefined
}

/** A line, from what is known of its models and how each is made. */
export const lineOf = <Rules, M extends Model>(
  it: LineDifferences<Rules>,
  options: FamilyOptions,
  make: (known: Known<Rules>) => M
): Line<M> => {
  const fitting = fits(options.models ?? it.models)
  const claims = (id: string): boolean => fitting(id) && it.elsewhere?.(id) !== true
  const parsed = (id: string): ModelId => (it.catalogue.has(id) ? { id } : (it.parse?.(id) ?? { id }))
  return {
    upstream: options.upstreamName ?? it.family,
    serves: (id) => claims(id) || claims(parsed(id).id),
    model: ({ id, model = id, like }) => {
      const { id: sent, thinking } = parsed(model)
      return make({ id, sent, rules: rulesOf(it.catalogue, like ?? sent), thinking })
    },
    ids: [...it.catalogue.keys()].filter(claims)
  }
}

/** The vendor's key as it is sent. */
export const keyOf = ({ key }: FamilyOptions): string => (typeof key === "string" ? key : Redacted.value(key))

/** What of an upstream's options stands in every request to it. */
export const clocksOf = ({ clocks }: FamilyOptions): Pick<UpstreamRequest, "clocks"> =>
  clocks === undefined ? {} : { clocks }

/** A path below the upstream's base URL, or below the vendor's own. */
export const urlBelow = ({ url }: FamilyOptions, vendors: string): ((path: string) => string) => {
  const base = (url ?? vendors).replace(/\/+$/, "")
  return (path) => base + path
}
