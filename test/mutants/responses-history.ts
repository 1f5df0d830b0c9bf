import type { Mutant } from "./mutant.ts"

const caughtBy = ["history/responses.test.ts"]

/** Defects of conversations that go on from answers that were kept. */
export const responsesHistory: readonly Mutant[] = [
  {
    name: "responses: a thought is whole for its words, and its id reaches the vendor",
    file: "formats/responses/history.ts",
    find: '["reasoning", ["encrypted_content"]]',
    replace: '["reasoning", ["encrypted_content", "summary"]]',
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses: a picture is whole for any member, and its id reaches the vendor",
    file: "formats/responses/history.ts",
    find: '["image_generation_call", ["result"]],',
    replace: "",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses: an item without a type is no reference",
    file: "formats/responses/history.ts",
    find: 'isNothing(content) ? "item_reference" : "message")',
    replace: 'isNothing(content) ? "" : "message")',
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses: a thought that is said in full keeps an id that is another's",
    file: "formats/responses/history.ts",
    find: 'id: nobodysId(typeof type === "string" ? type : "", id)',
    replace: "id",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: a search in files holds what it found where it says what was asked",
    file: "formats/responses/history.ts",
    find: '["file_search_call", ["results"]],',
    replace: '["file_search_call", ["queries", "results"]],',
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: anybody may answer another's question",
    file: "formats/responses/history.ts",
    find: "appendAll(items, approvedIn(input))",
    replace: "",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: a question that is repeated is looked up",
    file: "formats/responses/history.ts",
    find: "|| repeated.has(id) ? [] : [id]",
    replace: "? [] : [id]",
    caughtBy: ["history/left-out-results.test.ts"]
  },
  {
    name: "responses history: what an item's id alone stands for is not looked at",
    file: "formats/responses/history.ts",
    find: "return held.every((key) => isNothing(item[key])) ? id : undefined",
    replace: 'return type === "item_reference" ? id : undefined',
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: a call that nobody knows is left out",
    file: "formats/responses/history.ts",
    find: '!isNothing(item["content"]) : isCall(item))',
    replace: '!isNothing(item["content"]) : false)',
    caughtBy: ["history/replayed-items.test.ts"]
  },
  {
    name: "responses history: a picture that was drawn is sent without its bytes where nobody knows it",
    file: "formats/responses/history.ts",
    find: '(item["type"] === "image_generation_call" && undrawn.has(item["status"]))',
    replace: 'item["type"] === "image_generation_call"',
    caughtBy: ["history/replayed-items.test.ts"]
  },
  {
    name: "responses history: a command that printed nothing is looked for",
    file: "formats/responses/history.ts",
    find: 'typeof id !== "string" || isPrinted(item)',
    replace: 'typeof id !== "string"',
    caughtBy: ["history/replayed-items.test.ts"]
  },
  {
    name: "responses history: a thought that nobody knows is refused",
    file: "formats/responses/history.ts",
    find: "(isThought(item) ? thoughts : isCall(item) ? calls : items).push(id)",
    replace: "(isCall(item) ? calls : items).push(id)",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: a thought that is not known stays",
    file: "exchange/recall.ts",
    find: "const found = new Map(wanted.map((id) =>",
    replace: "const found = new Map([...items, ...stored.keys()].map((id) =>",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: a request is compared with another's answer",
    file: "exchange/recall.ts",
    find: "if (compared !== undefined && (yield* store.get(owner, compared.id))?.issuer !== issuer)",
    replace: "if (compared !== undefined && compared.id === issuer)",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: a request is compared with another upstream's answer",
    file: "exchange/recall.ts",
    find: "(yield* store.get(owner, compared.id))?.issuer !== issuer",
    replace: "(yield* store.get(owner, compared.id)) === undefined",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: a thought that its upstream holds goes to another",
    file: "formats/responses/history.ts",
    find: "!isSealed(bytes) : isNothing(content)",
    replace: "!isSealed(bytes) : false",
    caughtBy: ["history/issuers.test.ts"]
  },
  {
    name: "responses history: a body of which nothing was recalled is written anew",
    file: "formats/responses/history.ts",
    find: "  if (before.length + items.size === 0 && !withheld) return { body, place: (at) => at, notes: [] }\n",
    replace: "",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses history: a history may be twice as long as is said",
    file: "exchange/recall.ts",
    find: "const mostText = 8 * 1024 * 1024",
    replace: "const mostText = 16 * 1024 * 1024",
    caughtBy: ["history/turns.test.ts"]
  },
  {
    name: "responses history: the last event is told before its answer is kept",
    file: "exchange/history.ts",
    find: "? told(blocks.push(piece)) :",
    replace: "? Effect.as(Effect.forkDetach(told(blocks.push(piece))), piece) :",
    caughtBy: ["cli/responses.test.ts"]
  },
  {
    name: "responses history: an answer is kept as its last event says it, whatever was told before",
    file: "exchange/history.ts",
    find: "[...edits(head, true), ...missing]",
    replace: "edits(head, true)",
    caughtBy: ["history/short-ends.test.ts"]
  },
  {
    name: "responses history: a last event that leaves out some items is taken for whole",
    file: "formats/responses/passed-stream.ts",
    find: "if (said >= items.size) return []",
    replace: "if (said > 0) return []",
    caughtBy: ["history/short-ends.test.ts"]
  },
  {
    name: "responses history: an answer of which too much was told is kept without it",
    file: "formats/responses/passed-stream.ts",
    find: "return said === 0 ? undefined : []",
    replace: "return []",
    caughtBy: ["history/short-ends.test.ts"]
  },
  {
    name: "responses: a chain has no end",
    file: "exchange/recall.ts",
    find: "links.length > mostLinks) return",
    replace: "links.length < 0) return",
    caughtBy
  },
  {
    name: "responses: a chain is told from its end",
    file: "exchange/recall.ts",
    find: "return links.toReversed()",
    replace: "return links",
    caughtBy
  },
  {
    name: "responses: a chain is the last answer alone",
    file: "exchange/recall.ts",
    find: "id = stored.previous\n",
    replace: "id = undefined\n",
    caughtBy
  },
  {
    name: "responses: a failed writing is told as kept",
    file: "exchange/history.ts",
    find: "(isStored) => edits(head, isStored)",
    replace: "() => edits(head, true)",
    caughtBy
  },
  {
    name: "responses: the last event is told before its answer is kept",
    file: "exchange/history.ts",
    find: "? told(blocks.push(piece)) :",
    replace: "? Effect.succeed(piece) :",
    caughtBy
  },
  {
    name: "responses: the first events of a stream know nothing of what its last one says of keeping it",
    file: "exchange/history.ts",
    find: "begins || blocks.size > 0",
    replace: "blocks.size > 0",
    caughtBy: ["history/stored.test.ts"]
  },
  {
    name: "responses: an id of a request's is its answer's",
    file: "exchange/chat-exchange.ts",
    find: "history === undefined ? head : { ...head, id: defaults.id }",
    replace: "history === undefined ? head : { id: defaults.id, ...head }",
    caughtBy
  },
  {
    name: "responses: what is not wanted is kept",
    file: "formats/responses/history.ts",
    find: 'body.object?.["store"] === false ? undefined : ownItems(body)',
    replace: "ownItems(body)",
    caughtBy: ["history/unkept.test.ts"]
  },
  {
    name: "responses: a conversation of the vendor's passes",
    file: "formats/responses/history.ts",
    find: '    (value) => value !== null,\n    "`conversation`',
    replace: '    (value) => value === 0,\n    "`conversation`',
    caughtBy
  },
  {
    name: "responses: places behind a history are not the client's",
    file: "formats/responses/history.ts",
    find: "const own = Number(index) - before",
    replace: "const own = Number(index)",
    caughtBy
  },
  {
    name: "responses: references stay where they are",
    file: "formats/responses/history.ts",
    find: "const kept = items.get(id) ?? JsonText.of(item).text",
    replace: "const kept = JsonText.of(item).text",
    caughtBy
  },
  {
    name: "responses: a WebSocket is a path that is not there",
    file: "endpoints/stored-responses.ts",
    find: "status: 426",
    replace: "status: 404",
    caughtBy
  },
  {
    name: "responses: a 426 does not name what is spoken",
    file: "endpoints/stored-responses.ts",
    find: '{ upgrade: "HTTP/1.1", connection: "upgrade" }',
    replace: "{}",
    caughtBy
  },
  {
    name: "responses: a method that is refused is named as one that is taken",
    file: "gateway/route-table.ts",
    find: "endpoint.isRefusal ? [] : methodsOf(endpoint)",
    replace: "methodsOf(endpoint)",
    caughtBy
  },
  {
    name: "responses: an answer with long instructions is not kept",
    file: "formats/responses/history.ts",
    find: "beyondBounds(withoutEcho(data))",
    replace: "beyondBounds(data)",
    caughtBy: ["history/long-instructions.test.ts"]
  },
  {
    name: "responses: a stream with long instructions fails as another answer",
    file: "formats/responses/passed-stream.ts",
    find: "fitting(withoutEcho(data), most)",
    replace: "fitting(data, most)",
    caughtBy: ["history/long-instructions.test.ts"]
  },
  {
    name: "responses: a page goes on at its last item",
    file: "endpoints/stored-responses.ts",
    find: "ordered.findIndex(({ id }) => id === after) + 1",
    replace: "ordered.findIndex(({ id }) => id === after)",
    caughtBy
  },
  {
    name: "responses: a page of much input is read where sockets are served",
    file: "endpoints/stored-responses.ts",
    find: "perform(inputItemsJob, given, size,",
    replace: "perform(inputItemsJob, given, 0,",
    caughtBy: ["history/input-items.test.ts"]
  },
  {
    name: "responses: items are listed under the ids that they have, however often",
    file: "formats/responses/listed-items.ts",
    find: "isOwn(own) && !told.has(own)",
    replace: "isOwn(own)",
    caughtBy: ["history/input-items.test.ts"]
  },
  {
    name: "responses: an item is listed under an id that is empty",
    file: "formats/responses/listed-items.ts",
    find: 'id !== undefined && id !== ""',
    replace: "id !== undefined",
    caughtBy: ["history/input-items.test.ts"]
  },
  {
    name: "responses: an item is listed under an id that no query holds",
    file: "formats/responses/listed-items.ts",
    find: "id.length <= longestId",
    replace: "id.length < Infinity",
    caughtBy: ["history/input-items.test.ts"]
  },
  {
    name: "responses: items are listed by their places in the last request alone",
    file: "formats/responses/listed-items.ts",
    find: "}_${response}_${index}`",
    replace: "}_${index}`",
    caughtBy: ["history/input-items.test.ts"]
  },
  {
    name: "responses: items of a request cross as texts",
    file: "exchange/chat-jobs.ts",
    find: "input: runsOf(items) }",
    replace: "input: [] }",
    caughtBy
  },
  {
    name: "responses: thinking that another upstream encrypted is recalled for any",
    file: "exchange/recall.ts",
    find: "gave !== issuer && format.isSealedThought(text)",
    replace: "gave === undefined && format.isSealedThought(text)",
    caughtBy: ["history/issuers.test.ts"]
  },
  {
    name: "responses: who gave an answer is not kept with it",
    file: "exchange/chat.ts",
    find: "issuer: issuerOf(model),",
    replace: 'issuer: "",',
    caughtBy: ["history/issuers.test.ts"]
  },
  {
    name: "responses: two accounts of a vendor are one issuer",
    file: "families/models/chat.ts",
    find: 'options.upstreamName ?? urlBelow(options, profile.url)("")',
    replace: "profile.family",
    caughtBy: ["history/issuers.test.ts"]
  },
  {
    name: "responses: a thought that is named by its id goes to any upstream",
    file: "exchange/recall.ts",
    find: 'isForeign({ issuer: unknownIssuer, ...item }) ? "" : item.text',
    replace: "item.text",
    caughtBy: ["history/issuers.test.ts"]
  },
  {
    name: "responses: nobody is told of a thought that was withheld",
    file: "exchange/recall.ts",
    find: "withheld: kept.length < chain.length",
    replace: "withheld: false",
    caughtBy: ["history/issuers.test.ts"]
  },
  {
    name: "responses: an envelope is opened for an upstream of another vendor",
    file: "formats/responses/passthrough.ts",
    find: "isVendorOpaque(envelope.opaque, vendor)",
    replace: "isVendorOpaque(envelope.opaque)",
    caughtBy: ["history/issuers.test.ts"]
  },
  {
    name: "responses: what a count goes on from is not counted",
    file: "endpoints/counting.ts",
    find: "continued?.body ?? read.value",
    replace: "read.value",
    caughtBy: ["history/counted.test.ts"]
  },
  {
    name: "responses: a count goes on from anybody's answer",
    file: "endpoints/counting.ts",
    find: "history.format, principal.name, made.names",
    replace: 'history.format, "one", made.names',
    caughtBy: ["history/counted.test.ts"]
  },
  {
    name: "responses: a deletion is not told to the vendor",
    file: "endpoints/stored-responses.ts",
    find: "if (found !== undefined) yield* forgetAtVendor(found)",
    replace: "if (found === undefined) yield* Effect.fail(unknown(head))",
    caughtBy: ["history/deleted.test.ts"]
  },
  {
    name: "responses: what the vendor could not delete is deleted here",
    file: "endpoints/stored-responses.ts",
    find: "leftBehind(model) : Effect.fail(unplacedError(error))",
    replace: "leftBehind(model) : Effect.void",
    caughtBy: ["history/deleted.test.ts"]
  },
  {
    name: "responses: what the vendor has no more cannot be deleted",
    file: "endpoints/stored-responses.ts",
    find: 'if (error.reason === "NotFound") return Effect.void',
    replace: "",
    caughtBy: ["history/deleted.test.ts"]
  },
  {
    name: "responses: a vendor that does not say that it keeps an answer is not asked to delete it",
    file: "formats/responses/history.ts",
    find: "atVendor: store !== false",
    replace: "atVendor: store === true",
    caughtBy: ["history/deleted.test.ts"]
  },
  {
    name: "responses: a long answer is kept in one go",
    file: "exchange/history.ts",
    find: "(length > long ? Effect.yieldNow : Effect.void)",
    replace: "(length > Infinity ? Effect.yieldNow : Effect.void)",
    caughtBy: ["history/long-answers.test.ts"]
  },
  {
    name: "responses: a vendor that keeps nothing is asked to delete",
    file: "exchange/history.ts",
    find: "atVendor ? { model } : {}",
    replace: "{ model }",
    caughtBy: ["history/deleted.test.ts"]
  },
  {
    name: "responses: the vendor keeps what is not kept here",
    file: "exchange/chat-jobs.ts",
    find: "keeps ? body : edited(body, history.unkept(body))",
    replace: "keeps ? body : edited(body, [])",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses: a vendor that keeps nothing sends no sealed thoughts",
    file: "formats/responses/history.ts",
    find: "const asks = !isArray(included) || included.includes(sealedThoughts)",
    replace: "const asks = isArray(included) || included === sealedThoughts",
    caughtBy: ["history/ids.test.ts"]
  },
  {
    name: "responses: an answer that failed is forgotten",
    file: "exchange/history.ts",
    find: "from.ended() || from.failure() !== undefined",
    replace: "from.ended()",
    caughtBy: ["history/stored.test.ts"]
  },
  {
    name: "responses: an unknown id is an unknown model",
    file: "exchange/recall.ts",
    find: "not found.`, { code: null })",
    replace: "not found.`)",
    caughtBy: ["history/stored.test.ts"]
  },
  {
    name: "responses: a compaction is an answer",
    file: "exchange/prepare-call.ts",
    find: "wire.below === undefined ? request",
    replace: 'wire.below !== "/" ? request',
    caughtBy: ["history/stored.test.ts"]
  },
  {
    name: "responses: a model that does not reason is asked for sealed thoughts",
    file: "families/openai-compatible/responses.ts",
    find: 'model.thinks !== "never" || !isArray(include)',
    replace: 'model.thinks === "never" || !isArray(include)',
    caughtBy: ["history/malformed.test.ts"]
  },
  {
    name: "responses: any word passes where a request is translated",
    file: "exchange/prepare-call.ts",
    find: "if (wrong !== undefined) return fail(badRequest(wrong.path, wrong.message, wrong.code))",
    replace: "",
    caughtBy: ["history/malformed.test.ts"]
  },
  {
    name: "responses history: a conversation that is not read is put in all the same",
    file: "exchange/chat-jobs.ts",
    find: "if (whole.value === undefined) return fail(unreadHistory())",
    replace: "",
    caughtBy: ["history/long-answers.test.ts"]
  },
  {
    name: "responses history: the items of a long answer are found at one stroke",
    file: "history/store.ts",
    find: "const mostLookedAt = 128 * 1024",
    replace: "const mostLookedAt = Infinity",
    caughtBy: ["history/long-answers.test.ts"]
  },
  {
    name: "responses history: an item's id is that of what is inside it",
    file: "history/store.ts",
    find: 'yield* memberSteps(text, "id")',
    replace: '/"id":("[^"]*")/.exec(text)?.[1]',
    caughtBy: ["history/long-answers.test.ts"]
  },
  {
    name: "json: the place of a value goes on behind its container",
    file: "core/json/pointer.ts",
    find: "return code === closeObject || code === closeList || Number.isNaN(code)",
    replace: "return code === closeObject || Number.isNaN(code)",
    caughtBy: ["core/json/places.test.ts"]
  },
  {
    name: "json: a container is a plain member",
    file: "core/json/pointer.ts",
    find: 'text[from] !== "{" && ',
    replace: "",
    caughtBy: ["core/json/places.test.ts"]
  },
  {
    name: "responses history: a request without an input goes on from nothing",
    file: "formats/responses/history.ts",
    find: 'if (object["input"] === undefined) whole["input"] = input',
    replace: "",
    caughtBy: ["history/edges.test.ts"]
  },
  {
    name: "responses answers: a thought comes without its seal",
    file: "formats/responses/response-parts.ts",
    find: 'if (encrypted !== undefined) item["encrypted_content"] = encrypted',
    replace: "",
    caughtBy: ["history/edges.test.ts"]
  },
  {
    name: "thoughts that led to nothing are sent again",
    file: "exchange/recall.ts",
    find: "whatLed(format, link.items).filter",
    replace: "link.items.filter",
    caughtBy: ["history/lone-thoughts.test.ts"]
  },
  {
    name: "of a chain that lost a link the last one is named",
    file: "exchange/recall.ts",
    find: "chainOf(store, owner, previous, unknownPrevious)",
    replace: "chainOf(store, owner, previous, () => unknownPrevious(previous))",
    caughtBy: ["history/lone-thoughts.test.ts"]
  },
  {
    name: "what a list calls an item names nothing",
    file: "exchange/recall.ts",
    find: "if (item !== undefined) found.set(id, item)",
    replace: "if (item === undefined) found.set(id, item)",
    caughtBy: ["history/listed-references.test.ts"]
  }
]
