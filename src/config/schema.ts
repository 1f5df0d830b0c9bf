import * as Schema from "effect/Schema"
import { pages } from "./configuration.ts"
import { envelopes } from "../exchange/policies.ts"
import { familyNames, formatNames } from "./known-families.ts"
import { baseUrl, clientKey, headerName, port, vendorKey, type Want } from "./wants.ts"

const Text = Schema.NonEmptyString

const thatIs = ({ holds }: Want) => Schema.String.pipe(Schema.check(Schema.makeFilter(holds)))

const Port = Schema.Union([Schema.Number, Schema.FiniteFromString]).pipe(
  Schema.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 65535 }))
)

const Listen = Schema.Struct({ host: Schema.optionalKey(Text), port: Schema.optionalKey(Port) })

const Key = Schema.Struct({
  key: thatIs(clientKey),
  name: Schema.optionalKey(Text),
  models: Schema.optionalKey(Schema.Array(Text))
})

const UpstreamEntry = Schema.Struct({
  family: Schema.Literals(familyNames),
  format: Schema.optionalKey(Schema.Literals(formatNames)),
  url: Schema.optionalKey(thatIs(baseUrl)),
  key: thatIs(vendorKey)
})

const RouteEntry = Schema.Struct({
  match: Text,
  upstream: Text,
  model: Schema.optionalKey(Text),
  like: Schema.optionalKey(Text)
})

const Names = Schema.NonEmptyArray(Text)

const WireNamesEntry = Schema.Struct({
  thinkingToContent: Schema.optionalKey(Names),
  webSearch: Schema.optionalKey(Names),
  native: Schema.optionalKey(Names),
  messagesVersionHeader: Schema.optionalKey(thatIs(headerName)),
  contentKeyHeader: Schema.optionalKey(thatIs(headerName))
})

/** What a configuration file holds. */
export const File = Schema.Struct({
  listen: Schema.optionalKey(Listen),
  keys: Schema.NonEmptyArray(Key),
  upstreams: Schema.Record(Schema.String, UpstreamEntry),
  models: Schema.optionalKey(Schema.Array(RouteEntry)),
  open: Schema.optionalKey(Schema.Array(Schema.Literals(pages))),
  strict: Schema.optionalKey(Schema.Boolean),
  unaryReasoning: Schema.optionalKey(Schema.Boolean),
  envelope: Schema.optionalKey(Schema.Literals(envelopes)),
  wireNames: Schema.optionalKey(WireNamesEntry)
})

/** A configuration file, read. */
export type File = typeof File.Type

/** Words to choose from, to be read after "must be". */
const choice = (words: readonly string[]): string => {
  const quoted = words.map((word) => `\`${word}\``)
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`
}

/** What each key of a file wants, to be read after "must be"; `*` stands for any one step. */
export const wanted: ReadonlyMap<string, string> = new Map([
  ["", "an object"],
  ["listen", "an object with `host` and `port`"],
  ["listen.host", "the name or address to listen on"],
  ["listen.port", port.said],
  ["keys", "a list of at least one object with `key`, `name` and `models`"],
  ["keys.*", "an object with `key`, `name` and `models`"],
  ["keys.*.key", `${clientKey.said} (put it in quotes)`],
  ["keys.*.name", "the name of an account"],
  ["keys.*.models", "a list of model ids, in which `*` stands for any characters"],
  ["keys.*.models.*", "a model id, in which `*` stands for any characters"],
  ["upstreams", "an object: a name for each upstream, and its `family`, `url` and `key`"],
  ["upstreams.*", "an object with `family`, `format`, `url` and `key`"],
  ["upstreams.*.family", choice(familyNames)],
  ["upstreams.*.format", choice(formatNames)],
  ["upstreams.*.url", baseUrl.said],
  ["upstreams.*.key", `${vendorKey.said} (put it in quotes)`],
  ["models", "a list of objects with `match`, `upstream`, `model` and `like`"],
  ["models.*", "an object with `match`, `upstream`, `model` and `like`"],
  ["models.*.match", "a model id, in which `*` stands for any characters"],
  ["models.*.upstream", "the name of one of the `upstreams`"],
  ["models.*.model", "the model id to send"],
  ["models.*.like", "a model id of the family's catalogue"],
  ["open", "a list of pages that are read without a key"],
  ["open.*", choice(pages)],
  ["strict", "`true` or `false`"],
  ["unaryReasoning", "`true` or `false`"],
  ["envelope", choice(envelopes)],
  ["wireNames", "an object of names"],
  ["wireNames.thinkingToContent", "a list of member names"],
  ["wireNames.webSearch", "a list of function names"],
  ["wireNames.native", "a list of member names"],
  ["wireNames.messagesVersionHeader", headerName.said],
  ["wireNames.contentKeyHeader", headerName.said]
])
