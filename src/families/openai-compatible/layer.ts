import type * as Layer from "effect/Layer"
import type { ChatModels } from "../../capabilities/models.ts"
import { fits } from "../../credentials/principal.ts"
import { chatCompletions } from "../../formats/chat-completions/index.ts"
import { naming } from "../../formats/chat-completions/naming.ts"
import type { Upstream } from "../../upstream/upstream.ts"
import type { RequestTarget, ThinkingForms } from "../../core/format.ts"
import { rulesOf } from "../catalogue.ts"
import { chatFamily } from "../models/chat.ts"
import { bearer, type FamilyOptions } from "../models/line.ts"
import type { Family, Listing } from "../family.ts"
import type { Differences, ModelRules } from "./differences.ts"
import { editsOf } from "./edits.ts"
import { rulesOf as notesOf } from "./rules.ts"
import { mostThinking } from "./spelling.ts"
import { isThinking } from "./thinking.ts"

/** The Layer of a family that is nothing but its differences. */
export const layerOf = (it: Differences, options: FamilyOptions): Layer.Layer<Family<ChatModels>, never, Upstream> =>
  chatFamily(chatOf(it), options)

/** What a list of families says of it. */
export const listingOf = ({ family, models, embedders, catalogue, environment }: Differences): Listing => ({
  family,
  format: chatCompletions.id,
  models: [...models, ...(embedders?.models ?? [])],
  catalogue,
  ...(embedders === undefined ? {} : { embedders: embedders.catalogue }),
  ...(environment === undefined ? {} : { environment })
})

/** The chat models of such a family, as differences from all others. */
export const chatOf = (it: Differences) => ({
  family: it.family,
  format: chatCompletions,
  naming,
  catalogue: it.catalogue,
  ...(it.listed === undefined ? {} : { listed: it.listed }),
  models: it.models,
  elsewhere: fits([...(it.embedders?.models ?? []), ...(it.others ?? [])]),
  url: it.url,
  environment: it.environment,
  takesStreamUsage: it.streamUsage,
  target: (known: ModelRules | undefined) => targetOf(it, known),
  edits: editsOf(it, notesOf(it.family)),
  path: () => it.path ?? "/chat/completions",
  headers: (_: unknown, key: string) => bearer(key),
  thinks: (call: Parameters<typeof isThinking>[0]) => isThinking(call, rulesOf(it.catalogue, call.model))
})

/** What an encoder must know; of a model that is not listed, whose it is and how it is told to think. */
const targetOf = (it: Differences, known: ModelRules | undefined): Omit<RequestTarget, "model"> => {
  const thinking = formsOf(it, known)
  const target = {
    vendor: it.vendor,
    ...(thinking === undefined ? {} : { thinking }),
    ...(it.cacheMarks === "none" ? {} : { cacheMarks: true })
  }
  if (known === undefined) return target
  return {
    ...target,
    ...(known.output === undefined ? {} : { maxTokens: known.output }),
    forcedChoice: known.forcedChoice,
    schemas: known.form === "schema",
    lateSystem: "native",
    ...(known.mediaUrls === undefined ? {} : { mediaUrls: known.mediaUrls })
  }
}

const formsOf = ({ thinking, unlisted }: Differences, known: ModelRules | undefined): ThinkingForms | undefined => {
  if (known === undefined && unlisted !== "spelled") return undefined
  if (known?.thinks === "never") return {}
  const off = known?.thinks !== "always"
  const budget = { minimum: 1, maximum: known?.budget ?? mostThinking }
  switch (thinking) {
    case "effort":
      return { effort: true, off: known === undefined || known.efforts?.includes("none") === true }
    case "switch":
      return { adaptive: true, budget, off }
    case "typed":
      return { adaptive: true, effort: known === undefined || known.efforts !== undefined, off }
    case "object":
      return { adaptive: true, effort: true, budget, off }
  }
}
