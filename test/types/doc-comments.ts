import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"

const top = fileURLToPath(new URL("../..", import.meta.url))

const families = [
  "Claude, Cohere, Compatible, DeepSeek, Families, Gemini, GptImage, Jina, Kimi, OpenAI, OpenRouter, Qwen, QwenImage",
  "Seedance, Seedream, Sora, Veo, VertexVeo"
].join(", ")

/** What the examples take for given. */
const given = `/* oxlint-disable */
// Every example of a doc comment, printed by \`npm test -- test/types -u\`: here they are compiled.
import { createServer } from "node:http"
import * as Layer from "effect/Layer"
import { normaliseImage, Seedream as SeedreamRules } from "../../src/images.ts"
import { normaliseVideo, Veo as VeoRules } from "../../src/videos.ts"
import { ${families} } from "../../src/index.ts"
import { createGateway, Credentials, Endpoints, Formats, Gateway } from "../../src/index.ts"
import { layerTelemetry, parseModelId, redactorOf, type RunningGateway, Secrets } from "../../src/index.ts"
import { translateError, translateRequest, translateResponse, translateStream, translator } from "../../src/index.ts"
import { Accounts, DressingTasks, lab, Logins, withLogins } from "../../src/lab.ts"
import { attach, serverOptions } from "../../src/node.ts"
import { noteRules } from "../../src/core/notes/note.ts"
import { sharesOf } from "../../src/core/tokens/usage.ts"

declare const key: string, other: string, secret: string, hash: string, token: string, host: string, project: string
declare const location: string, vendorKey: string, loginSecret: string, body: string
declare const send: (body: string) => Promise<string>
declare const upstream: AsyncIterable<Uint8Array>
declare const client: Record<"write" | "end", (text: string) => void>
declare const gateway: RunningGateway
`

/** Names that mean something else in the entry of a file's than in most. */
const others: Readonly<Record<string, string>> = {
  "src/families/images/normalise.ts": "const Seedream = SeedreamRules\n",
  "src/families/videos/normalise.ts": "const Veo = VeoRules\n"
}

/** The examples of all doc comments, each a function of one module. */
export const compiledExamples = (): string => {
  const files = globSync("src/**/*.ts", { cwd: top }).toSorted()
  const examples = files.flatMap((file) =>
    examplesIn(readFileSync(`${top}/${file}`, "utf8")).map((code) => ({ file, code: `${others[file] ?? ""}${code}` }))
  )
  return [given, ...examples.map(({ file, code }, nth) => functionOf(file, code, nth))].join("\n")
}

const examplesIn = (text: string): readonly string[] =>
  text
    .split("@example\n")
    .slice(1)
    .map((rest) => (rest.split(/^ \*\//m)[0] ?? "").replace(/^ \* ?/gm, "").trim())

/** A function of an example; what it makes and does not use is used. */
const functionOf = (file: string, code: string, nth: number): string => {
  const name = basename(file, ".ts").replace(/\W/g, "")
  const made = [...code.matchAll(/^const (\w+)/gm)].map(([, it]) => `void ${it}`)
  const body = [...code.split("\n"), ...made].map((line) => `  ${line}`)
  return [`// ${file}`, `export const ${name}${nth} = async (): Promise<any> => {`, ...body, "}", ""].join("\n")
}
