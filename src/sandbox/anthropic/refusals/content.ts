import { given, isBase64, listAt, member, objectsAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import type { Problem } from "../../refusal.ts"
import { invalid } from "../context.ts"
import type { Context, MessagesRefusal } from "../context.ts"
import type { Placed } from "../turns.ts"
import { blockFields, imageTypes, resultKinds } from "../wire.ts"

const inner = ({ block, at }: Placed): readonly Placed[] =>
  textAt(block, "type") === "tool_result"
    ? objectsAt(block, "content").map((each, index) => ({ block: each, at: `${at}.content.${index}` }))
    : []

const systemBlocks = (body: JsonObject): readonly Placed[] =>
  objectsAt(body, "system").map((block, index) => ({ block, at: `system.${index}` }))

const everyBlock = (context: Context): readonly Placed[] => [
  ...systemBlocks(context.body),
  ...context.turns.flatMap((turn) => turn.blocks.flatMap((placed) => [placed, ...inner(placed)]))
]

const each = (context: Context, kind: string, check: (block: JsonObject, at: string) => Problem | undefined) =>
  firstOf(everyBlock(context), ({ block, at }) => (textAt(block, "type") === kind ? check(block, at) : undefined))

const marks = (context: Context): readonly JsonObject[] =>
  [...objectsAt(context.body, "tools"), ...everyBlock(context).map(({ block }) => block), context.body].filter(
    (holder) => given(holder, "cache_control") !== undefined
  )

const unknownKind = (context: Context): Problem | undefined =>
  firstOf(context.turns, (turn) =>
    firstOf(turn.blocks, (placed) => {
      const type = textAt(placed.block, "type") ?? ""
      const bad = inner(placed).find(({ block }) => !resultKinds.has(textAt(block, "type") ?? ""))
      const at = blockFields.has(type) ? bad?.at : placed.at
      return at === undefined ? undefined : { message: `${at}: Input tag does not match any of the expected tags` }
    })
  )

/** Content blocks, their media and their cache marks. */
export const contentRefusals: readonly MessagesRefusal[] = [
  invalid("system-blocks", "a system item is not a text block", ({ body }) =>
    firstOf(listAt(body, "system"), (item, index) =>
      when(textAt(item, "type") !== "text", `system.${index}.type: Input should be 'text'`)
    )
  ),
  invalid("unknown-block", "a content block has an unknown type", unknownKind),
  invalid("block-field", "a content block has an unknown member", (context) =>
    firstOf(everyBlock(context), ({ block, at }) => {
      const type = textAt(block, "type") ?? ""
      const fields = blockFields.get(type)
      return firstOf(Object.keys(block), (name) =>
        when(fields?.has(name) === false, `${at}.${type}.${name}: Extra inputs are not permitted`)
      )
    })
  ),
  invalid("empty-content", "a message before the last has no content", ({ body }) => {
    const messages = objectsAt(body, "messages")
    return firstOf(messages, (message, index) => {
      const content = member(message, "content")
      const optional = index === messages.length - 1 && textAt(message, "role") === "assistant"
      const empty = content === "" || (Array.isArray(content) && content.length === 0)
      return when(
        empty && !optional,
        `messages.${index}: all messages must have non-empty content except for the optional final assistant message`
      )
    })
  }),
  invalid("empty-text", "a text block is empty", (context) =>
    each(context, "text", (block) =>
      when(textAt(block, "text") === "", "messages: text content blocks must be non-empty")
    )
  ),
  invalid("blank-text", "a text block is only whitespace", (context) =>
    each(context, "text", (block) =>
      when(textAt(block, "text")?.trim() === "", "messages: text content blocks must contain non-whitespace text")
    )
  ),
  invalid("image-media-type", "an image has a media type that the vendor does not read", (context) =>
    each(context, "image", (block, at) =>
      when(
        textAt(block, "source", "type") === "base64" && !imageTypes.has(textAt(block, "source", "media_type") ?? ""),
        `${at}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`
      )
    )
  ),
  invalid("image-base64", "the bytes of an image are not base64", (context) =>
    each(context, "image", (block, at) =>
      when(
        textAt(block, "source", "type") === "base64" && !isBase64(textAt(block, "source", "data") ?? ""),
        `${at}.image.source.base64: invalid base64 data`
      )
    )
  ),
  invalid("image-source", "the source of an image is none of the vendor's", (context) =>
    each(context, "image", (block, at) =>
      when(
        !["base64", "url", "file"].includes(textAt(block, "source", "type") ?? ""),
        `${at}.image.source: Input tag does not match any of the expected tags: 'base64', 'file', 'url'`
      )
    )
  ),
  invalid("image-url", "the address of an image is not http or https", (context) =>
    each(context, "image", (block, at) =>
      when(
        textAt(block, "source", "type") === "url" && !/^https?:\/\//.test(textAt(block, "source", "url") ?? ""),
        `${at}.image.source.url: Only HTTPS URLs are supported.`
      )
    )
  ),
  invalid("document-media-type", "a document's bytes are not a PDF", (context) =>
    each(context, "document", (block, at) =>
      when(
        textAt(block, "source", "type") === "base64" && textAt(block, "source", "media_type") !== "application/pdf",
        `${at}.document.source.base64.media_type: Input should be 'application/pdf'`
      )
    )
  ),
  invalid("too-many-marks", "there are more than four cache marks", (context) =>
    when(
      marks(context).length > 4,
      `A maximum of 4 blocks with cache_control may be provided. Found ${marks(context).length}.`
    )
  ),
  invalid("mark-type", "a cache mark is not ephemeral", (context) =>
    firstOf(marks(context), (holder) =>
      when(textAt(holder, "cache_control", "type") !== "ephemeral", "cache_control.type: Input should be 'ephemeral'")
    )
  ),
  invalid("mark-order", "an hour's cache mark follows one of five minutes", (context) => {
    const lives = marks(context).map((holder) => textAt(holder, "cache_control", "ttl") ?? "5m")
    return when(
      lives.lastIndexOf("1h") > lives.indexOf("5m") && lives.includes("5m"),
      "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."
    )
  })
]
