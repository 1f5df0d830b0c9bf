import { agents } from "./agents.ts"
import { caching } from "./caching.ts"
import { chatCompletions } from "./chat-completions.ts"
import { config } from "./config.ts"
import { cost } from "./cost.ts"
import { created } from "./created.ts"
import { documents } from "./documents.ts"
import { embeddings } from "./embeddings.ts"
import { endpoints } from "./endpoints.ts"
import { families } from "./families.ts"
import { firstDay } from "./first-day.ts"
import { formats } from "./formats.ts"
import { framing } from "./framing.ts"
import { generateContent } from "./generate-content.ts"
import { heldAnswers } from "./held-answers.ts"
import { longTexts } from "./long-texts.ts"
import { history } from "./history.ts"
import { hosts } from "./hosts.ts"
import { imageRules } from "./image-rules.ts"
import { images } from "./images.ts"
import { media } from "./media.ts"
import { lab } from "./lab.ts"
import { limits } from "./limits.ts"
import { models } from "./models.ts"
import { clients } from "./clients.ts"
import type { Mutant } from "./mutant.ts"
import { noAnswers } from "./no-answers.ts"
import { operations } from "./operations.ts"
import { operator } from "./operator.ts"
import { permission } from "./permission.ts"
import { propertyNames } from "./property-names.ts"
import { responsesAnswers } from "./responses-answers.ts"
import { responsesFailures } from "./responses-failures.ts"
import { responsesHistory } from "./responses-history.ts"
import { responsesItems } from "./responses-items.ts"
import { responsesRequests } from "./responses-requests.ts"
import { rows } from "./rows.ts"
import { sameFormat } from "./same-format.ts"
import { sandboxVideos } from "./sandbox-videos.ts"
import { schemas } from "./schemas.ts"
import { searches } from "./searches.ts"
import { secrets } from "./secrets.ts"
import { streamSecrets } from "./stream-secrets.ts"
import { shell } from "./shell.ts"
import { streamLimits } from "./stream-limits.ts"
import { streams } from "./streams.ts"
import { tasks } from "./tasks.ts"
import { strictness } from "./strictness.ts"
import { twoFormats } from "./two-formats.ts"
import { untoldLosses } from "./untold.ts"
import { unnoticed } from "./unnoticed.ts"
import { videoTasks } from "./video-tasks.ts"
import { videos } from "./videos.ts"
import { core } from "./core.ts"
import { workers } from "./workers.ts"

/** Every defect that is planted. */
export const mutants: readonly Mutant[] = [
  ...core,
  ...framing,
  ...formats,
  ...propertyNames,
  ...chatCompletions,
  ...generateContent,
  ...imageRules,
  ...images,
  ...videos,
  ...videoTasks,
  ...sandboxVideos,
  ...caching,
  ...schemas,
  ...searches,
  ...secrets,
  ...streamSecrets,
  ...streamLimits,
  ...streams,
  ...shell,
  ...noAnswers,
  ...endpoints,
  ...operator,
  ...permission,
  ...embeddings,
  ...families,
  ...clients,
  ...firstDay,
  ...models,
  ...rows,
  ...created,
  ...agents,
  ...strictness,
  ...twoFormats,
  ...untoldLosses,
  ...unnoticed,
  ...hosts,
  ...operations,
  ...config,
  ...tasks,
  ...history,
  ...responsesAnswers,
  ...responsesFailures,
  ...responsesHistory,
  ...responsesItems,
  ...responsesRequests,
  ...lab,
  ...limits,
  ...heldAnswers,
  ...longTexts,
  ...media,
  ...workers,
  ...cost,
  ...documents,
  ...sameFormat
]
