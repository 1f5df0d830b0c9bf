import { unsealEnvelope, sealEnvelope, hiddenThought, hiddenThoughtIn } from "../../core/chat/envelope.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonTemplate } from "../../core/json/json.ts"
import { carrierFormat } from "./carriers.ts"

/** The carriers of a thought that a whole answer does not show. */
export const unshownDetails = (text: string): JsonTemplate => [
  { type: "reasoning.encrypted", data: sealEnvelope(hiddenThought(text), 0, ""), format: carrierFormat, index: 0 }
]

/** The thought that a message carries and nobody was shown; undefined where it carries anything else. */
export const unshownOf = ({ reasoning_details: details }: JsonObject): string | undefined => {
  if (!isArray(details) || details.length !== 1) return undefined
  return unshownDetail(details[0] ?? null)
}

const unshownDetail = (detail: Json): string | undefined => {
  const data = isObject(detail) && detail["format"] === carrierFormat ? detail["data"] : undefined
  const envelope = typeof data === "string" ? unsealEnvelope(data) : undefined
  return envelope && hiddenThoughtIn(envelope.opaque)
}
