import * as Effect from "effect/Effect"
import { readInTurns } from "../exchange/read-body.ts"
import { caps } from "../words/caps.ts"
import { mimeOf } from "../media/kinds.ts"
import { encodeBytes } from "../words/bytes/base64.ts"
import { dataUrl } from "../words/bytes/data-url.ts"
import { GatewayError } from "../words/errors/error.ts"
import { JsonText, put, type Tree } from "../words/json/json.ts"
import { below } from "../words/json/pointer.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import { isForm } from "./endpoint.ts"

/** What is to be known of a form to read it. */
export interface FormMembers {
  /** Members that are numbers or flags: a form says everything as a text. */
  readonly literals: ReadonlySet<string>
  /** Members that hold images, of which one goes as `image` and several as a list `images`. */
  readonly pictures: ReadonlySet<string>
}

/** A body that may be a form: JSON is read as it is, a form as the body that says the same, its files as `data:` URLs. */
export const readEither = (
  bytes: Uint8Array,
  contentType: string | undefined,
  members: FormMembers
): Effect.Effect<Result<JsonText, GatewayError>> =>
  contentType !== undefined && isForm(contentType)
    ? Effect.match(hasTooMany(bytes) ? tooMany : readForm(bytes, contentType, members), {
        onSuccess: succeed,
        onFailure: fail
      })
    : Effect.match(readInTurns(bytes), { onSuccess: succeed, onFailure: fail })

const latin1 = new TextDecoder("latin1")

/** The lines around as many parts as a form may have. */
const most = caps.parts + 1

/** Whether a form has too many parts: each stands between two lines of what the form begins with. */
const hasTooMany = (bytes: Uint8Array): boolean => {
  const text = latin1.decode(bytes)
  const line = text.slice(0, Math.max(0, text.indexOf("\r\n")))
  if (line === "") return false
  let lines = 0
  for (let at = 0; at >= 0 && lines <= most; at = text.indexOf(line, at + line.length)) lines++
  return lines > most
}

const tooMany = Effect.fail(
  new GatewayError("InvalidRequest", `The form has more than ${caps.parts} parts.`, { pointer: "" })
)

const readForm = (
  bytes: Uint8Array,
  contentType: string,
  { literals, pictures }: FormMembers
): Effect.Effect<JsonText, GatewayError> =>
  Effect.flatMap(
    Effect.tryPromise({
      try: () => new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData(),
      catch: () => new GatewayError("InvalidRequest", "The body is not the form that it says it is.", { pointer: "" })
    }),
    (form) =>
      Effect.promise(async () => {
        const all = new Map<string, Tree[]>()
        for (const [key, value] of form) {
          const wrong = unsaid(bytes, key, value)
          if (wrong !== undefined) return fail(wrong)
          const name = key.replace(/\[\]$/, "")
          const member = pictures.has(name) ? "images" : name
          const values = all.get(member) ?? []
          values.push(await valueOf(value, literals.has(name)))
          all.set(member, values)
        }
        const members: { [key: string]: Tree } = {}
        for (const [name, values] of all) putMember(members, name, values)
        return succeed(JsonText.tree(members))
      }).pipe(Effect.flatMap((read) => (read.ok ? Effect.succeed(read.value) : Effect.fail(read.error))))
  )

const encoder = new TextEncoder()

/** What stands in place of bytes that are no UTF-8. */
const replaced = "\ufffd"

/** What readers of forms drop from names, or take for something else: blanks, backslashes, percent signs. */
const ambiguous = /[\s\\%\p{Cc}]/u

/**
 * Why a field is refused: its name can be read in two ways, or that, its text or its file's name is not what was sent, for
 * that is no UTF-8.
 */
const unsaid = (bytes: Uint8Array, name: string, value: string | File): GatewayError | undefined => {
  if (ambiguous.test(name))
    return new GatewayError("InvalidRequest", "The name of a field of the form can be read in two ways.", {
      pointer: ""
    })
  const texts = [name, typeof value === "string" ? value : value.name]
  const isOdd = texts.some((text) => text.includes(replaced) && !holds(bytes, encoder.encode(text)))
  if (!isOdd) return undefined
  const pointer = name.includes(replaced) ? "" : below("", name)
  return new GatewayError("InvalidRequest", "A field of the form is not UTF-8.", { pointer })
}

const holds = (bytes: Uint8Array, wanted: Uint8Array): boolean => latin1.decode(bytes).includes(latin1.decode(wanted))

const putMember = (members: { [key: string]: Tree }, name: string, values: readonly Tree[]): void => {
  if (values.length > 1) put(members, name, values)
  else put(members, name === "images" ? "image" : name, values[0])
}

const valueOf = async (value: string | File, literal: boolean): Promise<Tree> => {
  if (typeof value !== "string") return dataUrlOf(new Uint8Array(await value.arrayBuffer()), value.type)
  return literal && /^(?:true|false|-?(?:0|[1-9]\d*))$/.test(value) ? JsonText.source(value) : value
}

/** The type that the bytes show goes before the one that the form says. */
const dataUrlOf = (bytes: Uint8Array, said: string): string =>
  dataUrl(mimeOf(bytes, ["image"]) ?? (said === "" ? "application/octet-stream" : said), encodeBytes(bytes))
