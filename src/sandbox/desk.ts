import type { PromptCache } from "./cache.ts"
import type { KeptResponses } from "./openai/responses/kept.ts"
import type { Picture } from "./images/png.ts"
import type { Studio } from "./videos/job.ts"

/** What the requests of one sandbox share. */
export interface Desk extends Studio {
  readonly key: string | undefined
  readonly pace: number | undefined
  readonly cache: PromptCache
  /** The images that were made and can be downloaded, by name, the newest last. */
  readonly gallery: Map<string, Picture>
  /** What links to them are. */
  readonly links: "http" | "data"
  /** The answers of the Responses API that are kept, by their ids, the newest last. */
  readonly responses: KeptResponses
  /** The next request id. */
  readonly requestId: (prefix: string) => string
}
