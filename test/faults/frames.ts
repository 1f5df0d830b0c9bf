/** One server-sent event: its name when it has one, and its data. */
export interface Frame {
  readonly event?: string
  readonly data: string
}

/** A frame as it stands on the wire. */
export const printFrame = ({ event, data }: Frame): string =>
  `${event === undefined ? "" : `event: ${event}\n`}${data
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("")}\n`

/** Frames as they stand on the wire. */
export const printFrames = (frames: readonly Frame[]): string => frames.map(printFrame).join("")

/** An event that says its type, and whatever else. */
type TypedEvent = { readonly type: string } | { readonly type: string; readonly [member: string]: unknown }

/** Events as they stand on the wire, each under its type: so Anthropic and the Responses API name theirs. */
export const printEvents = (events: readonly TypedEvent[]): string =>
  printFrames(events.map((event) => ({ event: event.type, data: JSON.stringify(event) })))

/**
 * The frames of an event stream, read as the HTML standard says: an event without its blank line does not count, and
 * is given back as `rest`. Comments and fields other than `event` and `data` are read over.
 */
export const readFrames = (text: string): { readonly frames: readonly Frame[]; readonly rest: string } => {
  const blocks = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n|\r/g, "\n")
    .split("\n\n")
  const rest = blocks.pop() ?? ""
  return { frames: blocks.flatMap(readBlock), rest }
}

const readBlock = (block: string): readonly Frame[] => {
  const lines = block.split("\n")
  const data = lines.flatMap((line) => fieldOf(line, "data"))
  const event = lines.flatMap((line) => fieldOf(line, "event")).at(-1)
  if (data.length === 0) return []
  return [{ ...(event === undefined ? {} : { event }), data: data.join("\n") }]
}

const fieldOf = (line: string, name: string): readonly string[] => {
  if (line === name) return [""]
  return line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, "")] : []
}
