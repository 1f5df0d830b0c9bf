import type { Target } from "../../words/format.ts"
import type { Effort } from "../../words/thinking.ts"
import type { Catalogue } from "../catalogue.ts"

/** What an OpenAI chat model takes. */
export interface OpenAIRules {
  /** The most output tokens it gives. */
  readonly output: number
  /** The efforts it takes. None: it does not reason, and takes `max_tokens` and sampling as others do. */
  readonly efforts: readonly Effort[]
  /** Whether it takes stop sequences. */
  readonly stop: boolean
  /** Whether it obeys a schema for its answer. */
  readonly schemas: boolean
}

const plain: OpenAIRules = { output: 16_384, efforts: [], stop: true, schemas: true }
const gpt41: OpenAIRules = { ...plain, output: 32_768 }
const oSeries: OpenAIRules = { ...plain, output: 100_000, efforts: ["low", "medium", "high"] }
const oNewest: OpenAIRules = { ...oSeries, stop: false }
const gpt5: OpenAIRules = { ...plain, output: 128_000, efforts: ["minimal", "low", "medium", "high"] }
const gpt51: OpenAIRules = { ...gpt5, efforts: ["none", "low", "medium", "high"] }
const gpt52: OpenAIRules = { ...gpt5, efforts: ["none", "low", "medium", "high", "xhigh"] }

/** The OpenAI chat models and what each takes, after the vendor's model pages. */
export const openaiModels: Catalogue<OpenAIRules> = new Map([
  ["gpt-4o", plain],
  ["gpt-4o-mini", plain],
  ["chatgpt-4o", plain],
  ["gpt-4.1", gpt41],
  ["gpt-4.1-mini", gpt41],
  ["gpt-4.1-nano", gpt41],
  ["gpt-4-turbo", { ...plain, output: 4096, schemas: false }],
  ["gpt-3.5-turbo", { ...plain, output: 4096, schemas: false }],
  ["o1", oSeries],
  ["o3-mini", oSeries],
  ["o3", oNewest],
  ["o4-mini", oNewest],
  ["gpt-5", gpt5],
  ["gpt-5-mini", gpt5],
  ["gpt-5-nano", gpt5],
  ["gpt-5.1", gpt51],
  ["gpt-5.1-mini", gpt51],
  ["gpt-5.2", gpt52],
  ["gpt-5.4", gpt52],
  ["gpt-5.4-mini", gpt52],
  ["gpt-5.4-nano", gpt52],
  ["gpt-5.5", gpt52]
])

/** What a target of these rules takes; of a model that is not listed, only whose it is. */
export const target = (rules: OpenAIRules | undefined): Omit<Target, "model"> =>
  rules === undefined
    ? { vendor: "openai" }
    : {
        vendor: "openai",
        maxTokens: rules.output,
        thinking: rules.efforts.length === 0 ? {} : { effort: true, off: rules.efforts.includes("none") },
        sampling: rules.efforts.length === 0,
        forcedChoice: "always",
        schemas: rules.schemas,
        lateSystem: "native"
      }
