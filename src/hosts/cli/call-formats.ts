import type { UpstreamSettings } from "../../config/configuration.ts"
import { untoldFormats } from "../../config/known-families.ts"
import type { CompatOptions } from "../../families/openai-compatible/profile.ts"
import { responsesApi } from "../../families/openai-compatible/responses.ts"

/** The formats that an upstream is called in, as the options of its family. */
export const formatOptions = (
  family: UpstreamSettings["family"],
  said: UpstreamSettings["format"] = untoldFormats(family)
): Pick<CompatOptions, "format" | "also"> => {
  const formats = [said].flat()
  if (!formats.includes(responsesApi.id)) return {}
  return formats.length === 1 ? { format: responsesApi } : { also: responsesApi }
}
