import { jsonLimits } from "../json/json.ts"
import { closingQuote } from "../json/scan.ts"
import { GatewayError } from "../errors/error.ts"

/** The code of a stream with an event that is larger than what is taken. */
export const eventTooLarge = "upstream_event_too_large"

/** An event of more UTF-16 code units is looked at before it is read: a shorter one cannot hold much. */
export const largeEvent = 16 * 1024

/**
 * What such an event may hold: levels; strings, containers and items in all; characters between the strings; and
 * characters of a string that is no medium, such as a signature or the input of a call. A medium may be as long as the
 * event: vendors put whole pictures into one, of 40 MB even (https://github.com/Wei-Shaw/sub2api/pull/874, read
 * 2026-11), and some write them into texts (https://github.com/open-webui/open-webui/issues/12951, read 2026-11). Of
 * escapes base64 needs at most one for each solidus: a string with more is no medium.
 */
export const eventBounds = {
  depth: jsonLimits.depth,
  things: 100_000,
  between: 1024 * 1024,
  text: 2 * 1024 * 1024,
  escapes: 512 * 1024
} as const

/** What stands before a medium, or a text that may hold one. */
const naming = /"(?:data|url|text|content|delta|result|b64_json|partial_image_b64)"\s*:\s*$/

/** Whether the string between two quotes may be a medium. */
const mayBeMedium = (data: string, from: number, end: number): boolean => {
  if (!naming.test(data.slice(Math.max(0, from - 32), from))) return false
  let escapes = 0
  for (let at = data.indexOf("\\", from); at >= 0 && at < end; at = data.indexOf("\\", at + 2)) {
    if (++escapes > eventBounds.escapes) return false
  }
  return true
}

/** Why an event is not read whose JSON costs more than its length; undefined where it may be. */
export const beyondBounds = (data: string): GatewayError | undefined => {
  if (data.length <= largeEvent) return undefined
  let depth = 0
  let things = 0
  let between = 0
  for (let at = 0; at < data.length; at++) {
    const code = data.charCodeAt(at)
    if (code === 34) {
      const end = closingQuote(data, at + 1)
      if (end - at > eventBounds.text && !mayBeMedium(data, at, end))
        return beyond(`has a text of more than ${eventBounds.text} characters that is not media`)
      at = end
    }
    if (code === 91 || code === 123) depth++
    else if (code === 93 || code === 125) depth--
    if (depth > eventBounds.depth) return beyond(`is nested deeper than ${eventBounds.depth} levels`)
    if (++between > eventBounds.between)
      return beyond(`has more than ${eventBounds.between} characters between its strings`)
    if (isThing(code) && ++things > eventBounds.things) return beyond(`has more than ${eventBounds.things} values`)
  }
  return undefined
}

/** Quotes, commas and what opens a container. */
const isThing = (code: number): boolean => code === 34 || code === 44 || code === 91 || code === 123

const beyond = (what: string): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream sent a stream event that ${what}.`, { code: eventTooLarge })
