import * as Schema from "effect/Schema"
import { logForms, logLevels, pages, Limits, wantedLimits } from "./configuration.ts"
import { limitSpellings } from "../families/openai-compatible/profile.ts"
import { envelopes } from "../exchange/policies.ts"
import type { NumberRange } from "../core/reading/member-row.ts"
import { familyNames, formatNames } from "./known-families.ts"
import {
  responsePlace,
  taskPlace,
  baseUrl,
  choice,
  clientKey,
  folder,
  headerName,
  loginSecret,
  nodeName,
  nodeUrl,
  passwordHash,
  port,
  productName,
  publicUrl,
  vendorKey,
  type Validator
} from "./validators.ts"

const Text = Schema.NonEmptyString

/** A secret: what is read holds it as what nobody prints. */
const secretThatIs = (want: Validator) => Schema.RedactedFromValue(thatIs(want))

const thatIs = ({ accepts }: Validator) => Schema.String.pipe(Schema.check(Schema.makeFilter(accepts)))

const Port = Schema.Union([Schema.Number, Schema.FiniteFromString]).pipe(
  Schema.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 65535 }))
)

const Listen = Schema.Struct({
  host: Schema.optionalKey(Text),
  port: Schema.optionalKey(Port),
  proxies: Schema.optionalKey(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0))))
})

const Count = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1)))

const Key = Schema.Struct({
  key: secretThatIs(clientKey),
  name: Schema.optionalKey(Text),
  models: Schema.optionalKey(Schema.Array(Text)),
  requests: Schema.optionalKey(Count),
  routing: Schema.optionalKey(Schema.Boolean)
})

const Format = Schema.Literals(formatNames)

const isPair = Schema.is(Schema.Tuple([Schema.Finite, Schema.Finite]))

/** What is wrong with one of its numbers is wrong with the range, which has one sentence. */
const Range = Schema.declare((value): value is NumberRange => isPair(value) && value[0] <= value[1])

const UpstreamEntry = Schema.Struct({
  family: Schema.Literals(familyNames),
  format: Schema.optionalKey(Schema.Union([Format, Schema.Array(Format).pipe(Schema.check(Schema.isMinLength(1)))])),
  url: Schema.optionalKey(thatIs(baseUrl)),
  key: secretThatIs(vendorKey),
  retired: Schema.optionalKey(Schema.Array(secretThatIs(vendorKey))),
  sockets: Schema.optionalKey(Count),
  queue: Schema.optionalKey(Count),
  limit: Schema.optionalKey(Schema.Literals(limitSpellings)),
  lacks: Schema.optionalKey(Schema.Array(Text)),
  ranges: Schema.optionalKey(Schema.Record(Schema.String, Range))
})

const RouteEntry = Schema.Struct({
  match: Text,
  upstream: Text,
  model: Schema.optionalKey(Text),
  like: Schema.optionalKey(Text)
})

const Media = Schema.Struct({
  path: Schema.optionalKey(thatIs(folder)),
  medium: Schema.optionalKey(Count),
  all: Schema.optionalKey(Count)
})

const Responses = Schema.Struct({
  store: Schema.optionalKey(secretThatIs(responsePlace)),
  ttl: Schema.optionalKey(Count),
  cap: Schema.optionalKey(Count)
})

const AccountEntry = Schema.Struct({
  username: Text,
  hash: secretThatIs(passwordHash),
  name: Schema.optionalKey(Text),
  models: Schema.optionalKey(Schema.Array(Text)),
  routing: Schema.optionalKey(Schema.Boolean)
})

const Secret = secretThatIs(loginSecret)

const Pause = Schema.Finite.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))

const Stop = Schema.Struct({ ready: Schema.optionalKey(Pause), grace: Schema.optionalKey(Pause) })

const Log = Schema.Struct({
  level: Schema.optionalKey(Schema.Literals(logLevels)),
  form: Schema.optionalKey(Schema.Literals(logForms))
})

const Names = Schema.NonEmptyArray(Text)

const WireNamesEntry = Schema.Struct({
  thinkingToContent: Schema.optionalKey(Names),
  webSearch: Schema.optionalKey(Names),
  native: Schema.optionalKey(Names),
  messagesVersionHeader: Schema.optionalKey(thatIs(headerName)),
  contentKeyHeader: Schema.optionalKey(thatIs(headerName)),
  product: Schema.optionalKey(Schema.NonEmptyArray(thatIs(productName)))
})

/** What a configuration file holds. */
export const ConfigurationFile = Schema.Struct({
  listen: Schema.optionalKey(Listen),
  keys: Schema.NonEmptyArray(Key),
  upstreams: Schema.Record(Schema.String, UpstreamEntry),
  models: Schema.optionalKey(Schema.Array(RouteEntry)),
  tasks: Schema.optionalKey(secretThatIs(taskPlace)),
  media: Schema.optionalKey(Media),
  responses: Schema.optionalKey(Responses),
  publicUrl: Schema.optionalKey(thatIs(publicUrl)),
  node: Schema.optionalKey(thatIs(nodeName)),
  nodes: Schema.optionalKey(Schema.Record(Schema.String, thatIs(nodeUrl))),
  accounts: Schema.optionalKey(Schema.Array(AccountEntry)),
  loginSecret: Schema.optionalKey(Schema.Union([Secret, Schema.NonEmptyArray(Secret)])),
  loginLife: Schema.optionalKey(Count),
  limits: Schema.optionalKey(Limits),
  stop: Schema.optionalKey(Stop),
  log: Schema.optionalKey(Log),
  open: Schema.optionalKey(Schema.Array(Schema.Literals(pages))),
  strict: Schema.optionalKey(Schema.Boolean),
  unaryReasoning: Schema.optionalKey(Schema.Boolean),
  envelope: Schema.optionalKey(Schema.Literals(envelopes)),
  wireNames: Schema.optionalKey(WireNamesEntry)
})

/** A configuration file, read. */
export type ConfigurationFile = typeof ConfigurationFile.Type

/** What each key of a file wants, to be read after "must be"; `*` stands for any one step. */
export const wanted: ReadonlyMap<string, string> = new Map<string, string>([
  ["listen", "an object with `host`, `port` and `proxies`"],
  ["listen.host", "the name or address to listen on"],
  ["listen.port", port.expected],
  ["listen.proxies", "how many proxies stand before the gateway and add to `x-forwarded-for`, an integer from 0"],
  ["keys", "a list of at least one object with `key`, `name`, `models`, `routing` and `requests`"],
  ["keys.*", "an object with `key`, `name`, `models`, `routing` and `requests`"],
  ["keys.*.key", `${clientKey.expected} (put it in quotes)`],
  ["keys.*.name", "the name of an account"],
  ["keys.*.models", "a list of model ids, in which `*` stands for any characters"],
  ["keys.*.models.*", "a model id, in which `*` stands for any characters"],
  ["keys.*.routing", "`true` or `false`: whether a vendor may choose the model"],
  ["keys.*.requests", "how many requests of its account are under way at once, an integer above 0"],
  ["upstreams", "an object: a name for each upstream, and its `family`, `url` and `key`"],
  [
    "upstreams.*",
    "an object with `family`, `format`, `url`, `key`, `retired`, `sockets`, `queue`, `limit`, `lacks` and `ranges`"
  ],
  ["upstreams.*.family", choice(familyNames)],
  ["upstreams.*.format", `${choice(formatNames)}, or a list of them`],
  ["upstreams.*.format.*", choice(formatNames)],
  ["upstreams.*.url", baseUrl.expected],
  ["upstreams.*.key", `${vendorKey.expected} (put it in quotes)`],
  ["upstreams.*.retired", "a list of keys that tasks were sent with before"],
  ["upstreams.*.retired.*", vendorKey.expected],
  ["upstreams.*.sockets", "how many requests it is sent at once, an integer above 0"],
  ["upstreams.*.limit", `${choice(limitSpellings)}: how a \`compatible\` API spells the limit of the output`],
  ["upstreams.*.lacks", "a list of members that a `compatible` API does not take"],
  ["upstreams.*.lacks.*", "the name of a member"],
  ["upstreams.*.ranges", "an object: the least and the most that a `compatible` API takes of a member"],
  ["upstreams.*.ranges.*", "a list of two numbers, the least and the most"],
  ["upstreams.*.queue", "how many requests wait for it besides, an integer above 0"],
  ["models", "a list of objects with `match`, `upstream`, `model` and `like`"],
  ["models.*", "an object with `match`, `upstream`, `model` and `like`"],
  ["models.*.match", "a model id, in which `*` stands for any characters"],
  ["models.*.upstream", "the name of one of the `upstreams`"],
  ["models.*.model", "the model id to send"],
  ["models.*.like", "a model id of the family's catalogue"],
  ["tasks", taskPlace.expected],
  ["media", "an object with `path`, `medium` and `all`"],
  ["media.path", folder.expected],
  ["media.medium", "the most bytes of one medium, an integer above 0"],
  ["media.all", "the most bytes of all media, an integer above 0"],
  ["responses", "an object with `store`, `ttl` and `cap`"],
  ["responses.store", responsePlace.expected],
  ["responses.ttl", "how many seconds responses are kept, an integer above 0"],
  ["responses.cap", "how many bytes of them are kept, a quarter of it for each account, an integer above 0"],
  ["publicUrl", publicUrl.expected],
  ["node", `the name of this node, one of \`nodes\`: ${nodeName.expected}`],
  ["nodes", "an object: the name of each node, and its URL"],
  ["nodes.*", nodeUrl.expected],
  ["accounts", "a list of objects with `username`, `hash`, `name`, `models` and `routing`"],
  ["accounts.*", "an object with `username`, `hash`, `name`, `models` and `routing`"],
  ["accounts.*.username", "a user name"],
  ["accounts.*.hash", passwordHash.expected],
  ["accounts.*.name", "the name that the account shares with its keys"],
  ["accounts.*.models", "a list of model ids, in which `*` stands for any characters"],
  ["accounts.*.models.*", "a model id, in which `*` stands for any characters"],
  ["accounts.*.routing", "`true` or `false`: whether a vendor may choose the model"],
  ["loginSecret", `${loginSecret.expected}, or a list of such, of which the first signs (put it in quotes)`],
  ["loginSecret.*", `${loginSecret.expected} (put it in quotes)`],
  ["loginLife", "how many seconds a login token is good, an integer above 0"],
  ...wantedLimits,
  ["stop", "an object with `ready` and `grace`"],
  ["stop.ready", "how many seconds requests are taken once `/readyz` says that the gateway stops, a number from 0"],
  ["stop.grace", "how many seconds what is under way may go on once nothing is listened to, a number from 0"],
  ["open", "a list of pages that are read without a key"],
  ["open.*", choice(pages)],
  ["log", "an object with `level` and `form`"],
  ["log.level", choice(logLevels)],
  ["log.form", choice(logForms)],
  ["strict", "`true` or `false`"],
  ["unaryReasoning", "`true` or `false`"],
  ["envelope", choice(envelopes)],
  ["wireNames", "an object of names"],
  ["wireNames.thinkingToContent", "a list of member names"],
  ["wireNames.thinkingToContent.*", "the name of a member"],
  ["wireNames.webSearch", "a list of function names"],
  ["wireNames.webSearch.*", "the name of a function"],
  ["wireNames.native", "a list of member names"],
  ["wireNames.native.*", "the name of a member"],
  ["wireNames.messagesVersionHeader", headerName.expected],
  ["wireNames.contentKeyHeader", headerName.expected],
  ["wireNames.product", "a list of the product's names in paths"],
  ["wireNames.product.*", productName.expected]
])
