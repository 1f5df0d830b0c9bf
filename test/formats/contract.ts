import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** What a folder of `src/formats` that holds a format of chats has: each file with the names that it declares. */
export const contract: Readonly<Record<string, readonly string[]>> = {
  wire: ["id", "ownVendor", "decodeError", "encodeError"],
  rules: ["rules", "RuleKey"],
  context: ["EncodeContext", "DecodeContext"],
  request: ["decodeRequest", "encodeRequest"],
  "messages-decode": ["decodeMessages"],
  "messages-encode": ["encodeMessages"],
  parts: ["decodeParts", "decodePart", "encodeParts", "encodePart"],
  media: ["decodeMedia", "encodeMedia"],
  "tool-calls": ["decodeToolCall", "encodeToolCall"],
  "tool-results": ["decodeToolResult", "encodeToolResult"],
  tools: ["decodeTools", "encodeTools"],
  "tool-choice": ["decodeToolChoice", "encodeToolChoice"],
  settings: ["decodeSettings", "encodeSettings", "decodeOutputFormat", "encodeOutputFormat"],
  thinking: ["decodeThinking", "encodeThinking"],
  "response-decode": ["decodeResponse"],
  "response-encode": ["encodeResponse"],
  "response-end": ["decodeFinishReason", "encodeFinishReason", "decodeUsage", "encodeUsage"],
  citations: ["decodeCitations", "encodeCitations"],
  opaque: ["decodeOpaque", "encodeOpaque"],
  "stream-decode": ["decodeStream"],
  "stream-decode-parts": ["StreamDecoderState"],
  "stream-encode": ["encodeStream"],
  "stream-encode-state": ["StreamEncoderState"],
  passthrough: ["passthrough"]
}

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

/** The names of the contract that a format does not declare in the file where they belong. */
export const missingIn = (format: string, file: string): readonly string[] => {
  const declared = new Set(declaredIn(format, file))
  return (contract[file] ?? []).filter((name) => !declared.has(name))
}
