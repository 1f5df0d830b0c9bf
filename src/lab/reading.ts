import { ParameterReader as ParameterReading } from "../families/parameters/reader.ts"
import { type RuleKey, rules } from "./rules.ts"

/** A body of the lab while it is read. No setting is read yet: that is for the model's family to do. */
export type Reading = ParameterReading<{ readonly nothing?: never }, RuleKey>

/** What has not been read yet. */
export const newReading = (): Reading => new ParameterReading({ rules, catalogue: new Map(), kind: undefined }, {})
