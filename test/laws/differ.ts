/**
 * What a canonical value is as plain data, when two of them mean the same, and where they differ.
 * Knows the shapes only from outside: nothing here is imported from the library.
 */

/** Plain data: what {@link plain} makes. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain }

/** Bookkeeping that is no part of a value's meaning: where it stood, and how it was spelled. */
const bookkeeping = new Set(["at", "places", "native"])

/**
 * A canonical value as plain data: source texts by their text without white space, maps as objects, bookkeeping left
 * out. `-0` is the number 0; that it was spelled so is bookkeeping.
 */
export const plain = (value: unknown, left: ReadonlySet<string> = bookkeeping): Plain => {
  if (value === 0) return 0
  if (value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string")
    return value
  if (Array.isArray(value)) return value.map((item) => plain(item, left))
  if (value instanceof Map) return record([...value].map(([key, member]) => [String(key), plain(member, left)]))
  if (typeof value !== "object") return typeof value
  if (value.constructor.name === "JsonText" && "text" in value) return { json: dense(String(value.text)) }
  const members = Object.entries(value).filter(([key, member]) => !left.has(key) && member !== undefined)
  return record([...members.map(([key, member]) => [key, plain(member, left)] as const), ...unknownMembers(value)])
}

/** What only the format itself knows: unknown members that say something. An explicit null says nothing. */
const unknownMembers = (value: object): readonly (readonly [string, Plain])[] => {
  const native: unknown = "native" in value ? value.native : undefined
  if (typeof native !== "object" || native === null) return []
  const maps = ["rest" in native ? native.rest : undefined, "inner" in native ? native.inner : undefined]
  return maps.flatMap((map): readonly (readonly [string, Plain])[] =>
    map instanceof Map
      ? [...map].flatMap(([key, member]) => (nothing(member) ? [] : [[`unknown ${String(key)}`, plain(member)]]))
      : []
  )
}

const nothing = (member: unknown): boolean =>
  typeof member === "object" && member !== null && "text" in member && member.text === "null"

const record = (members: readonly (readonly [string, Plain])[]): Plain => {
  const out: { [key: string]: Plain } = {}
  for (const [key, value] of members) {
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return out
}

/** JSON text without white space, and with one spelling of each string. */
export const dense = (json: string): string =>
  json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string?: string) => (string === undefined ? "" : respelled(string)))

const respelled = (string: string): string => {
  try {
    return JSON.stringify(JSON.parse(string))
  } catch {
    return string
  }
}

/** A request under the names that its client declared: a name that was spelled for the target is reversed, not lost. */
export const undone = (value: Plain, names: ReadonlyMap<string, string>, key = ""): Plain => {
  if (typeof value === "string") return key === "name" || key === "only" ? (names.get(value) ?? value) : value
  if (Array.isArray(value)) return value.map((item) => undone(item, names, key))
  if (!isFields(value)) return value
  return record(Object.entries(value).map(([name, member]) => [name, undone(member, names, name)]))
}

type Fields = { readonly [key: string]: Plain }

const isFields = (value: Plain | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const items = (value: Plain | undefined): readonly Plain[] => (Array.isArray(value) ? value : [])

/**
 * A request or an answer up to what no vendor tells apart: text is what all answer with where nothing else is asked for,
 * a number of likely tokens asks for log probabilities, and nothing was written to a cache of which nobody says so.
 */
export const settled = (value: Plain): Plain => {
  if (!isFields(value)) return value
  const { messages, candidates, tools, modalities, usage, ...rest } = value
  return {
    ...(rest["topLogprobs"] === undefined ? {} : { logprobs: true }),
    ...rest,
    ...(usage === undefined ? {} : { usage: isFields(usage) ? withoutEmpty(usage, "cacheWrite", 0) : usage }),
    ...(items(modalities).some((it) => it !== "text") ? { modalities: items(modalities) } : {}),
    ...(items(tools).length === 0 ? {} : { tools: vendorsLast(items(tools).map(withoutIdle)) }),
    ...(messages === undefined ? {} : { messages: settledMessages(items(messages)) }),
    ...(candidates === undefined
      ? {}
      : {
          candidates: items(candidates).map((it) =>
            isFields(it) ? { ...it, parts: settledParts(items(it["parts"]).map(withoutEmptyId)) } : it
          )
        })
  }
}

/** Tools, vendors' own behind those of the client's: one that has a member of its own has no place among the others. */
const vendorsLast = (tools: readonly Plain[]): readonly Plain[] => [
  ...tools.filter((tool) => !isOf(tool, "vendor")),
  ...tools.filter((tool) => isOf(tool, "vendor"))
]

/** A tool without the word that its calls are not held to its schema: all vendors mean that where nothing is said. */
const withoutIdle = (tool: Plain): Plain => {
  if (!isFields(tool) || tool["strict"] !== false) return tool
  const { strict: _, ...rest } = tool
  return rest
}

/** An answer's call without its id where that is empty: upstreams that give none write that. */
const withoutEmptyId = (part: Plain): Plain => (isOf(part, "tool-call") ? withoutEmpty(part, "id") : part)

const withoutEmpty = (fields: Fields, key: string, none: Plain = ""): Fields => {
  const { [key]: value, ...rest } = fields
  return value === none ? rest : fields
}

/** A part without an empty media type, or without the empty text that bytes of a thought cover. */
const withoutSilence = (part: Plain): Plain =>
  isOf(part, "media") ? withoutEmpty(part, "mime") : isOf(part, "reasoning") ? withoutEmpty(part, "text") : part

/** A part up to what no vendor tells apart. */
export const settledPart = (part: Plain): Plain => withoutSilence(settledInside(part))

/** Adjacent bare messages of one role are one message; a message without parts is none. */
const settledMessages = (messages: readonly Plain[]): readonly Plain[] => {
  const out: { role: Plain; parts: readonly Plain[]; rest: Plain }[] = []
  for (const message of messages) {
    if (!isFields(message)) continue
    const { role = null, parts, ...rest } = message
    const last = out.at(-1)
    if (last !== undefined && last.role === role && bare(rest) && bare(last.rest))
      last.parts = [...last.parts, ...items(parts)]
    else out.push({ role, parts: items(parts), rest })
  }
  return out
    .map((it) => ({ role: it.role, parts: settledParts(it.parts, it.role === "system" ? "\n\n" : ""), rest: it.rest }))
    .filter((it) => items(it.parts).length > 0 || !bare(it.rest))
}

const bare = (rest: Plain): boolean => isFields(rest) && Object.keys(rest).length === 0

/** Adjacent plain texts are one text, of paragraphs in a system message; an empty plain text or thought is nothing. */
const settledParts = (parts: readonly Plain[], between = ""): readonly Plain[] => {
  const out: Plain[] = []
  for (const part of parts.map(settledInside)) {
    const last = out.at(-1)
    if (isEmptyThought(part)) continue
    if (!isPlainText(part)) out.push(withoutSilence(part))
    else if (part.text === "") continue
    else if (isPlainText(last)) out[out.length - 1] = { type: "text", text: last.text + between + part.text }
    else out.push(part)
  }
  return out
}

/** A value with the lists of parts in it settled. */
const settledInside = (value: Plain): Plain =>
  isFields(value)
    ? record(
        Object.entries(value).map(([key, member]) => [
          key,
          key === "parts" && Array.isArray(member)
            ? settledParts(member)
            : key === "citations" && Array.isArray(member)
              ? member.map((citation) => withoutWhole(citation, value["text"]))
              : settledInside(settledInput(member))
        ])
      )
    : value

/** A citation without its stretch where that is the whole text: one that names none says the same. */
const withoutWhole = (citation: Plain, text: Plain | undefined): Plain => {
  if (!isFields(citation) || !isFields(citation["span"]) || typeof text !== "string") return citation
  const { span, ...rest } = citation
  return span["start"] === 0 && Number(span["end"]) >= text.length ? rest : citation
}

/** What calls are given as their input where they are given none. */
const noInputs: ReadonlySet<Plain | undefined> = new Set(["null", "[]", '""'])

/** A call's input up to what no vendor tells apart: none is an empty object. */
const settledInput = (value: Plain): Plain => {
  const input = withoutEcho(value)
  return isFields(input) && input["kind"] === "json" && isFields(input["json"]) && noInputs.has(input["json"]["json"])
    ? { ...input, json: { json: "{}" } }
    : input
}

/** A call's input without the word that it broke off, where its JSON shows that. */
const withoutEcho = (input: Plain): Plain => {
  if (!isFields(input) || input["kind"] !== "json" || input["unfinished"] !== true) return input
  const { unfinished: _, ...rest } = input
  return isFields(input["json"]) && isWhole(input["json"]["json"]) ? input : rest
}

const isWhole = (json: Plain | undefined): boolean => {
  try {
    return typeof json === "string" && isFields(JSON.parse(json))
  } catch {
    return false
  }
}

const isEmptyThought = (part: Plain): boolean =>
  isOf(part, "reasoning") && Object.keys(withoutEmpty(part, "text")).length === 1

const isPlainText = (part: Plain | undefined): part is { readonly type: "text"; readonly text: string } =>
  isFields(part) && part["type"] === "text" && typeof part["text"] === "string" && Object.keys(part).length === 2

/** The pointers of all leaves in which two plain values differ. */
export const differences = (a: Plain | undefined, b: Plain | undefined, at = ""): readonly string[] => {
  if (Array.isArray(a) && Array.isArray(b)) {
    return Array.from({ length: Math.max(a.length, b.length) }, (_, index) =>
      differences(a[index], b[index], `${at}/${index}`)
    ).flat()
  }
  if (isFields(a) && isFields(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].flatMap((key) =>
      differences(a[key], b[key], `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    )
  }
  return Object.is(a, b) ? [] : [at]
}

/** Whether a pointer exists in a JSON value. */
export const exists = (value: unknown, pointer: string): boolean => {
  let here: unknown = value
  for (const token of pointer === "" ? [] : pointer.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return false
    here = Object.getOwnPropertyDescriptor(here, key)?.value
  }
  return true
}

/** The pointer of the container around what a pointer names. */
export const parent = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")))

/** A request with the results of each turn in the order of their calls, as vendors want them. */
export const inCallOrder = (value: Plain): Plain => {
  if (!isFields(value)) return value
  const called: Fields[] = []
  const place = (result: Plain): number => called.findLastIndex((call) => isFields(result) && isAnswered(call, result))
  const messages = items(value["messages"]).map((message) => {
    const parts = isFields(message) ? items(message["parts"]) : []
    called.push(...parts.filter((part) => isOf(part, "tool-call")))
    const results = parts.filter((part) => isOf(part, "tool-result"))
    const sorted = results.toSorted((a, b) => place(a) - place(b)).values()
    const again = parts.map((part) => (isOf(part, "tool-result") ? (sorted.next().value ?? part) : part))
    return isFields(message) ? { ...message, parts: again } : message
  })
  return { ...value, messages }
}

/** Whether a result is a call's, by its id, or by its name where it has none. */
const isAnswered = (call: Fields, result: Fields): boolean =>
  result["id"] === undefined ? call["name"] === result["name"] : call["id"] === result["id"]

/** A request with the results of each turn before its other parts, as vendors want them. */
export const resultsFirst = (value: Plain): Plain => {
  const turns = settled(value)
  if (!isFields(turns)) return turns
  const messages = items(turns["messages"]).map((message) => {
    const parts = isFields(message) ? items(message["parts"]) : []
    const results = parts.filter(isAnswer)
    const others = parts.filter((part) => !isAnswer(part))
    return isFields(message) ? { ...message, parts: [...results, ...others] } : message
  })
  return settled({ ...turns, messages })
}

const isAnswer = (part: Plain): boolean => isOf(part, "tool-result") && part["runBy"] === "client"

const isOf = (part: Plain, type: string): part is Fields => isFields(part) && part["type"] === type

/** A request but for whether it is stored, which a Responses upstream is told whatever was said. */
export const apartFromStore = <A extends object>(request: A): A => {
  const rest: A & { store?: unknown } = { ...request }
  delete rest.store
  return rest
}
