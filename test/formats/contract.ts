import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** What a folder of `src/formats` that holds a format of chats has: each file with the names that it declares. */
export const contract: Readonly<Record<string, readonly string[]>> = {
  wire: ["id", "ownVendor"],
  rules: ["rules", "RuleKey"],
  context: ["EncodeContext", "DecodeContext"],
  request: ["decodeRequest", "encodeRequest"],
  messages: ["decodeMessages", "encodeMessages"],
  parts: ["decodeParts", "decodePart", "encodeParts", "encodePart"],
  media: ["decodeMedia", "encodeMedia"],
  "tool-calls": ["decodeToolCall", "encodeToolCall"],
  "tool-results": ["decodeToolResult", "encodeToolResult"],
  tools: ["decodeTools", "encodeTools"],
  "tool-choice": ["decodeToolChoice", "encodeToolChoice"],
  settings: ["decodeSettings", "encodeSettings"],
  thinking: ["decodeThinking", "encodeThinking"],
  "output-format": ["decodeOutputFormat", "encodeOutputFormat"],
  response: ["decodeResponse", "encodeResponse"],
  "finish-reason": ["decodeFinishReason", "encodeFinishReason"],
  usage: ["decodeUsage", "encodeUsage"],
  citations: ["decodeCitations", "encodeCitations"],
  opaque: ["decodeOpaque", "encodeOpaque"],
  "stream-decode": ["decodeStream"],
  "stream-decode-parts": ["StreamDecoderState"],
  "stream-encode": ["encodeStream"],
  "stream-encode-state": ["StreamEncoderState"],
  passthrough: ["passthrough"],
  error: ["decodeError", "encodeError"]
}

/** Where a format's files say more than one of the contract's, because the two are one thing there. */
export const together: Readonly<Record<string, string>> = { "messages/tool-results": "tool-calls" }

const formats = fileURLToPath(new URL("../../src/formats/", import.meta.url))

/** The folders that hold a format of chats. */
export const chatFormats: readonly string[] = globSync("*/index.ts", { cwd: formats })
  .filter((file) => readFileSync(formats + file, "utf8").includes("ChatFormat<"))
  .map((file) => file.split(/[/\\]/)[0] ?? "")
  .toSorted()

/** What a file declares at its top; nothing where it is not there. */
const declaredIn = (format: string, file: string): readonly string[] => {
  const [path] = globSync(`${format}/${file}.ts`, { cwd: formats })
  if (path === undefined) return []
  const source = readFileSync(formats + path, "utf8")
  return [...source.matchAll(/^(?:export )?(?:const|class|interface|type|function) (\w+)/gm)].flatMap(
    ([, name]) => name ?? []
  )
}

/** The names of the contract that a format does not declare where they belong: in a file, or in its `-decode` or `-encode`. */
export const missingIn = (format: string, file: string): readonly string[] => {
  const where = together[`${format}/${file}`] ?? file
  const whole = new Set(declaredIn(format, where))
  return (contract[file] ?? []).filter((name) => {
    const [half] = /^(?:de|en)code/.exec(name) ?? []
    return !whole.has(name) && (half === undefined || !declaredIn(format, `${where}-${half}`).includes(name))
  })
}
