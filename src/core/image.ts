import { settledAnswer } from "./chat/codec.ts"
import { GatewayError } from "./errors/error.ts"
import { Invalid, type Result, fail } from "./errors/invalid.ts"
import { type JsonText, isObject, type Json, type JsonObject, objectOr } from "./json/json.ts"
import type { Refused, Translated, TranslationNote, NoteRules } from "./notes/note.ts"
import type { JsonPointer } from "./json/pointer.ts"
import type { TokenUsage } from "./tokens/usage.ts"
import { dataUrl, isBase64, readDataUrl } from "./bytes.ts"
import { failureIn, type ErrorWording } from "./errors/failure.ts"
import { IssueReader } from "./reading/issue-reader.ts"

/** An image that a request holds, by a URL or as bytes. `at`: where it stands in the client's body. */
export type ImageSource =
  | { readonly kind: "url"; readonly url: string; readonly at: JsonPointer }
  | { readonly kind: "bytes"; readonly base64: string; readonly mime: string; readonly at: JsonPointer }

/** A piece of a turn. `at`: where it stands in the client's body. */
export type ImagePart =
  | { readonly type: "text"; readonly text: string; readonly at?: JsonPointer }
  | { readonly type: "image"; readonly source: ImageSource }

/** A turn of a conversation about an image. */
export interface ImageTurn {
  readonly role: "user" | "model"
  readonly parts: readonly ImagePart[]
}

/** How large an image is wanted: its pixels, a class of sizes that a vendor names, or as the vendor likes. */
export type ImageSize =
  | { readonly kind: "pixels"; readonly width: number; readonly height: number }
  | { readonly kind: "class"; readonly name: string }
  | { readonly kind: "auto" }
  /** As large as the image that is edited. */
  | { readonly kind: "as-input" }

/**
 * What is asked of an image model, brought to what its family accepts: each value is one that the model takes, and
 * defaults that the upstream might not share are written out.
 */
export interface ImageRequest {
  readonly model: string
  /** At least one turn of the user. What a model without turns is asked is the last user's text and all images. */
  readonly turns: readonly ImageTurn[]
  /** How many images; absent: one. */
  readonly count?: number
  readonly size?: ImageSize
  /** Width to height, `16:9`. */
  readonly ratio?: string
  readonly quality?: string
  /** How closely an edit keeps to its images. */
  readonly fidelity?: "low" | "high"
  readonly negative?: string
  readonly seed?: number
  readonly guidance?: number
  readonly watermark?: boolean
  /** Whether the vendor may write the prompt anew; a name where there are several ways. */
  readonly rewrite?: boolean | string
  /** Whether one call may give a sequence of images, and how many at most. */
  readonly sequence?: { readonly mode: string; readonly most?: number }
  readonly temperature?: number
  readonly topP?: number
  readonly maxTokens?: number
  /** Whether people may be shown. */
  readonly people?: string
  /** MIME type of the images. */
  readonly mime?: string
  /** Whether text may stand beside the images. */
  readonly text?: boolean
  /** How the images are wanted. */
  readonly as?: "url" | "bytes"
  /** An image whose transparent pixels are where an edit may change something. */
  readonly mask?: ImageSource
  /** Members of the client's that the family passes as they came. */
  readonly passed?: Readonly<Record<string, JsonText>>
  /** Where fields stood in the client's body, by field. Not part of its meaning. */
  readonly places?: ReadonlyMap<string, JsonPointer>
}

/** An image that was made. */
export interface MadeImage {
  readonly url?: string
  readonly base64?: string
  readonly mime?: string
  readonly revisedPrompt?: string
}

/** What an image model answers: of images that failed, why. */
export interface ImageResponse {
  readonly images: readonly (MadeImage | { readonly error: GatewayError })[]
  /** Epoch seconds. */
  readonly created?: number
  /** What the vendor chose where it was left the choice, or took as it was asked, by the names of OpenAI's API. */
  readonly chosen?: Readonly<Record<string, string>>
  readonly usage?: TokenUsage
}

/** Bytes of images that a URL names, by URL. */
export type ImageBytes = ReadonlyMap<string, { readonly base64: string; readonly mime: string }>

/** A field of a form: a text, or a file. */
export type FormField =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: string; readonly mime: string; readonly base64: string }

/** A call as it is written: JSON, or a form. */
export interface ImageCall {
  readonly model: string
  /** Whether images are changed or made from nothing, for vendors who have a path for each. */
  readonly edits: boolean
  readonly body:
    | { readonly kind: "json"; readonly json: JsonText }
    | { readonly kind: "form"; readonly fields: readonly FormField[] }
}

/** A call, and the images that its vendor wants as bytes: with them it is to be encoded again. */
export interface EncodedImageRequest {
  readonly call: ImageCall
  readonly needs: readonly { readonly url: string; readonly at: JsonPointer }[]
}

/** How a vendor's API for images is written. */
export interface ImageFormat {
  readonly id: string
  readonly encodeRequest: (request: ImageRequest, bytes: ImageBytes) => Result<Translated<EncodedImageRequest>, Refused>
  readonly decodeResponse: (body: JsonText) => Result<Translated<ImageResponse>, Invalid | GatewayError>
  readonly decodeError: (status: number, headers: Readonly<Record<string, string>>, body: string) => GatewayError
}

/** What files of images end in, by their types; the types' own names at some vendors. */
export const imageEnds: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpeg"],
  ["image/webp", "webp"]
])

const textIn = ({ parts }: ImageTurn): string =>
  parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n")

const isAsked = (turn: ImageTurn): boolean => turn.role === "user" && textIn(turn) !== ""

/** What a model without turns is asked: the last text of the user, `""` where there is none. */
export const promptIn = (turns: readonly ImageTurn[]): string => {
  const last = turns.findLast(isAsked)
  return last === undefined ? "" : textIn(last)
}

/** Whether turns have a text that is not the prompt. */
export const saysMore = (turns: readonly ImageTurn[]): boolean => {
  const last = turns.findLast(isAsked)
  return turns.some((turn) => turn !== last && textIn(turn) !== "")
}

const isImage = (part: ImagePart): part is ImagePart & { readonly type: "image" } => part.type === "image"

/** All images of all turns, in their order. */
export const imagesIn = (turns: readonly ImageTurn[]): readonly ImageSource[] =>
  turns.flatMap(({ parts }) => parts.filter(isImage).map(({ source }) => source))

/** An image as a URL, a `data:` URL where its bytes are known. */
export const linkOf = (source: ImageSource): string =>
  source.kind === "url" ? source.url : dataUrl(source.mime, source.base64)

/** The bytes of an image; undefined where they are still to be fetched. */
export const bytesOf = (
  source: ImageSource,
  bytes: ImageBytes
): { readonly base64: string; readonly mime: string } | undefined =>
  source.kind === "bytes" ? source : bytes.get(source.url)

/** The images whose bytes are still to be fetched. */
export const needsIn = (sources: readonly ImageSource[], bytes: ImageBytes): EncodedImageRequest["needs"] =>
  sources.flatMap((source) =>
    source.kind === "url" && !bytes.has(source.url) ? [{ url: source.url, at: source.at }] : []
  )

/** A field of a request. */
export type ImageField = keyof ImageRequest

/** Where a field stood in the client's body; the whole body where that is not known. */
export const placeIn = ({ places }: ImageRequest, field: string): JsonPointer => places?.get(field) ?? ""

/** Fields that every format writes, and what is none of a request's meaning. */
const common: ReadonlySet<string> = new Set<ImageField>(["model", "turns", "places"])

/** Notes of a rule at each field of a request that a format has no place for. */
export const noteUnheld = <Key extends string>(
  { note }: NoteRules<Key>,
  rule: NoInfer<Key>,
  request: ImageRequest,
  held: ReadonlySet<string>
): readonly TranslationNote[] =>
  Object.entries(request)
    .filter(([field, value]) => value !== undefined && !common.has(field) && !held.has(field))
    .map(([field]) => note(rule, placeIn(request, field)))

/**
 * Reads an answer of images: the error that it says, what is wrong with it, or what `take` reads. What it cost, which
 * `count` reads, is with each of them.
 */
export const readAnswer = (
  body: JsonText,
  wording: ErrorWording,
  isError: (answer: JsonObject) => boolean,
  take: (reader: IssueReader, answer: JsonObject) => ImageResponse,
  count: (usage: JsonObject) => TokenUsage | undefined
): Result<Translated<ImageResponse>, Invalid | GatewayError> => {
  const answer = body.value
  if (!isObject(answer)) return fail(Invalid.at("", "The answer is not a JSON object."))
  const counts = objectOr(answer["usage"])
  const usage = counts && count(counts)
  if (isError(answer)) return fail(failureIn(wording, answer).with({ usage }))
  const reader = new IssueReader()
  const response = take(reader, answer)
  return settledAnswer(reader, usage === undefined ? response : { ...response, usage })
}

/**
 * An image as answers like OpenAI's hold it: a link in `url`, or base64 in `b64_json`, without what makes it a `data:`
 * URL, which some upstreams write before it.
 */
export const readLinkOrBytes = (
  reader: IssueReader,
  item: JsonObject,
  at: JsonPointer
): Pick<MadeImage, "url" | "base64"> => {
  const url = reader.string(item, "url", at)
  const bytes = reader.string(item, "b64_json", at)
  if (url === undefined && bytes === undefined) reader.issue(at, "An image must have `url` or `b64_json`.")
  return {
    ...(url === undefined ? {} : { url }),
    ...(bytes === undefined ? {} : { base64: readDataUrl(bytes)?.data ?? bytes })
  }
}

/** An image of an answer, whose bytes must be base64: others are the upstream's failure. */
export const checkedImage = (image: ImageResponse["images"][number]): ImageResponse["images"][number] =>
  "error" in image || image.base64 === undefined || isBase64(image.base64) || isBase64(image.base64.replace(/\s/g, ""))
    ? image
    : { error: new GatewayError("UpstreamFailed", "The upstream's image is not valid base64.") }

/** Whether an answer holds an error object in place of its images. */
export const holdsError = (answer: JsonObject): boolean => isObject(answer["error"])

/** A count of tokens or images; undefined where there is none. */
const countIn = (value: Json | undefined): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined

/** The whole seconds of a time; undefined where it is none. A picture that was paid for is never lost to it. */
export const secondsIn = (value: Json | undefined): number | undefined => {
  const time = countIn(value)
  return time === undefined ? undefined : Math.floor(time)
}

/** The view of a usage that counts images. */
export const madeImages = "images.made"

/** Usage from counts of which any may be unknown; undefined where all are. */
export const usageFrom = (
  counts: { readonly [Key in "input" | "text"]?: Json | undefined },
  views: readonly (readonly [view: string, value: Json | undefined])[]
): TokenUsage | undefined => {
  const input = countIn(counts.input)
  const text = countIn(counts.text)
  const by = new Map(
    views.flatMap(([view, value]) => {
      const count = countIn(value)
      return count === undefined ? [] : [[view, count] as const]
    })
  )
  if (input === undefined && text === undefined && by.size === 0) return undefined
  return {
    ...(input === undefined ? {} : { input }),
    ...(text === undefined ? {} : { text }),
    ...(by.size === 0 ? {} : { by })
  }
}

/** A size as vendors write it who have classes of sizes, with their own words for what the others mean. */
export const sizeText = (
  size: ImageSize | undefined,
  { asInput, auto }: { readonly asInput: string; readonly auto?: string }
): string | undefined => {
  switch (size?.kind) {
    case "pixels":
      return `${size.width}x${size.height}`
    case "class":
      return size.name
    case "as-input":
      return asInput
    case "auto":
      return auto
    case undefined:
      return undefined
  }
}
