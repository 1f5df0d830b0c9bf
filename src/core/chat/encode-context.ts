import { fail, type Result, succeed } from "../errors/invalid.ts"
import {
  type EncodedRequest,
  type ReplyContext,
  type ReplyPreferences,
  type RequestTarget,
  type RequiredMedia,
  type ResponseDefaults,
  wireNames
} from "../format.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined } from "../json/builder.ts"
import { JsonText } from "../json/json.ts"
import { Refused, type Translated } from "../notes/note.ts"
import type { NoteSink } from "../notes/note-writer.ts"
import type { ChatRequest } from "./chat.ts"
import type { VendorId } from "./node.ts"

/** What the parts of a request share while it is encoded. */
export interface ChatEncodeContext extends NoteSink {
  readonly request: ChatRequest
  readonly target: RequestTarget
  /** Whose opaque bytes and held state the target takes. */
  readonly vendor: VendorId
  /** Whether the request was decoded from the format that it is encoded to: its names and members are the client's own. */
  readonly own: boolean
  /** Tool names as they are sent → as the client declared them, where they differ. */
  readonly names: Map<string, string>
  /** Sent names of tools that take free text. */
  readonly customTools: string[]
  readonly needs: RequiredMedia[]
}

/** The context in which a request is encoded to the format `format`, whose own vendor is `ownVendor`. */
export const chatEncodeContext = (
  request: ChatRequest,
  target: RequestTarget,
  format: string,
  ownVendor: VendorId
): ChatEncodeContext => ({
  request,
  target,
  vendor: target.vendor ?? ownVendor,
  own: request.native?.format === format,
  notes: [],
  names: new Map(),
  customTools: [],
  needs: []
})

/** What an encoded request says beside its body. */
interface BesideBody {
  /** Whether its answer is a stream; what the target says, where absent. */
  readonly stream?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** How the answer's form was asked for, where that is to be reversed. */
  readonly output?: ReplyContext["output"]
}

/** A request with the body that was encoded, and what its answer must reverse; refused where a note refuses it. */
export const encodedRequest = (
  { target, names, customTools, needs, notes }: Omit<ChatEncodeContext, "request" | "vendor">,
  body: JsonObjectBuilder,
  { stream = target.stream ?? false, headers = {}, output }: BesideBody = {}
): Result<Translated<EncodedRequest>, Refused> => {
  const refused = Refused.among(notes)
  if (refused !== undefined) return fail(refused)
  const call = { model: target.model, stream, headers, body: JsonText.tree(body), names: target.names ?? wireNames }
  const reply: MutableDraft<ReplyContext> = { names, customTools }
  setDefined(reply, "vendor", target.vendor)
  setDefined(reply, "output", output)
  return succeed({ value: { call, undo: reply, needs }, notes })
}

/** What the parts of an answer share while it is encoded. */
export interface ReplyEncodeContext extends NoteSink {
  readonly preferences: ReplyPreferences
  readonly defaults: ResponseDefaults
}
