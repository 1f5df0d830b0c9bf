import type { Json } from "./json.ts"
import type { Behaviour, Effort } from "./model.ts"

/** A tool that the model may call; `free` ones take any text instead of JSON. */
export interface AskTool {
  readonly name: string
  readonly description: string
  readonly schema: Json
  readonly free: boolean
}

/** Which tools must be called. */
export type Choice =
  | { readonly kind: "auto" }
  | { readonly kind: "none" }
  | { readonly kind: "required" }
  | { readonly kind: "named"; readonly name: string }

/** What a tool answered in the turn that is to be answered. */
export interface ToolResult {
  readonly name: string
  readonly text: string
  readonly failed: boolean
}

/** Files of the turn that is to be answered. */
export interface Media {
  readonly images: number
  readonly documents: number
  readonly recordings: number
}

/** How the answer is to be written, where not as prose. */
export type OutputForm =
  | { readonly kind: "object" }
  | { readonly kind: "schema"; readonly schema: Json }
  /** One of a schema's words, without quotes. */
  | { readonly kind: "word"; readonly schema: Json }

/** What a request asks for, whichever vendor's words it used. */
export interface Ask {
  readonly behaviour: Behaviour
  /** A digest of the request: every id of the answer comes from it. */
  readonly seed: string
  readonly text: string
  readonly prefill: string
  readonly results: readonly ToolResult[]
  readonly media: Media
  readonly tools: readonly AskTool[]
  readonly choice: Choice
  readonly parallel: boolean
  readonly output: OutputForm | undefined
  /** Absent: no thinking. */
  readonly thinking: Effort | undefined
  readonly search: boolean
  readonly stops: readonly string[]
  readonly maxTokens: number
}
