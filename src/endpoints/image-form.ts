import * as Effect from "effect/Effect"
import { mimeOf } from "../media/kinds.ts"
import { encodeBytes } from "../words/base64.ts"
import { GatewayError } from "../words/error.ts"
import { JsonText, put, type Tree } from "../words/json.ts"

/** Members of a form that are numbers or flags: a form says everything as a text. */
const literal: ReadonlySet<string> = new Set(["n", "output_compression", "partial_images", "stream", "watermark"])

/** Members that hold images, of which one goes as it is and several as a list. */
const pictures: ReadonlySet<string> = new Set(["image", "images"])

/** Reads the form of an edit as the body that says the same: files are `data:` URLs, several images are a list. */
export const readForm = (bytes: Uint8Array, contentType: string): Effect.Effect<JsonText, GatewayError> =>
  Effect.flatMap(
    Effect.tryPromise({
      try: () => new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData(),
      catch: () => new GatewayError("InvalidRequest", "The body is not the form that it says it is.", { pointer: "" })
    }),
    (form) =>
      Effect.promise(async () => {
        const all = new Map<string, Tree[]>()
        for (const [key, value] of form) {
          const name = key.replace(/\[\]$/, "")
          const member = pictures.has(name) ? "images" : name
          all.set(member, [...(all.get(member) ?? []), await valueOf(name, value)])
        }
        const members: { [key: string]: Tree } = {}
        for (const [name, values] of all) putMember(members, name, values)
        return JsonText.tree(members)
      })
  )

const putMember = (members: { [key: string]: Tree }, name: string, values: readonly Tree[]): void => {
  if (values.length > 1) put(members, name, values)
  else put(members, name === "images" ? "image" : name, values[0])
}

const valueOf = async (name: string, value: string | File): Promise<Tree> => {
  if (typeof value !== "string") return dataUrlOf(new Uint8Array(await value.arrayBuffer()), value.type)
  return literal.has(name) && /^(?:true|false|-?(?:0|[1-9]\d*))$/.test(value) ? JsonText.source(value) : value
}

/** The type that the bytes show goes before the one that the form says. */
const dataUrlOf = (bytes: Uint8Array, said: string): string =>
  `data:${mimeOf(bytes, ["image"]) ?? (said === "" ? "application/octet-stream" : said)};base64,${encodeBytes(bytes)}`
