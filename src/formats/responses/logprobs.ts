import type { TokenLogprob } from "../../core/chat/chat.ts"
import type { Json, JsonTemplate } from "../../core/json/json.ts"
import { decodeTokens, encodeTokens } from "../openai/logprobs.ts"

/** Log probabilities of a text. */
export const decodeTextLogprobs = (value: Json | undefined): readonly TokenLogprob[] => decodeTokens(value, "text")

/** Log probabilities as a text of an answer says them. */
export const encodeTextLogprobs = (tokens: readonly TokenLogprob[]): readonly JsonTemplate[] => encodeTokens(tokens, [])
