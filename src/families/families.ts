import { type Route, type AnyLayer, mergeFamilies, type Merged, type FamiliesOnly } from "./model-registry.ts"

export { type ChatProfile, chatFamily as chat } from "./models/chat.ts"
export type { Route } from "./model-registry.ts"

/**
 * Merges families into the capability services that endpoints ask for. Of two that serve an id, the one that is listed
 * first does. What families share (an upstream, say) is built once.
 *
 * @example
 * Families.of(Claude.layer({ key }), OpenAI.layer({ key: other }))
 */
export const of = <const L extends readonly [AnyLayer, ...AnyLayer[]]>(...layers: L & FamiliesOnly<L>): Merged<L> =>
  mergeFamilies<L>([], layers)

/**
 * The same, with the operator's routes before the families' own claims: the first route whose glob matches an id says
 * which upstream serves it. A route to an upstream that no family has is a defect.
 *
 * @example
 * Families.routed([{ match: "fast", upstream: "openai", model: "gpt-4o-mini" }], OpenAI.layer({ key }))
 */
export const routed = <const L extends readonly [AnyLayer, ...AnyLayer[]]>(
  routes: readonly Route[],
  ...layers: L & FamiliesOnly<L>
): Merged<L> => mergeFamilies<L>(routes, layers)
