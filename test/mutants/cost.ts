import type { Mutant } from "./mutant.ts"

/** Defects that make work grow faster than its input, and that lift what caps it. */
export const cost: readonly Mutant[] = [
  {
    name: "what was kept back of a stream is told where it failed, too",
    file: "upstream/filtered-flow.ts",
    find: "if (error !== undefined) return this.#reader?.end(error)",
    replace: "",
    caughtBy: ["upstream/filtered-flow.test.ts"]
  },
  {
    name: "of very many lines as much is read in one step as of few",
    file: "exchange/event-lines.ts",
    find: "long && lines < mostLines) continue",
    replace: "long) continue",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "of very many lines as much is masked in one step as of few",
    file: "exchange/event-lines.ts",
    find: "++lines <= mostLines && ",
    replace: "",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "events of very many lines are parted in one step",
    file: "exchange/event-lines.ts",
    find: "++lines > mostLines || ",
    replace: "",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "the very many lines that a stream ends with are read in one step",
    file: "exchange/event-lines.ts",
    find: "yield* framesIn(format.framings[0].read(), closed)",
    replace: "format.framings[0].read().push(closed)",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "the very many lines of a last event that broke off are read in one step",
    file: "exchange/pass-stream.ts",
    find: "yield* this.#behind(yield* framesIn(this.#read, withBlankLine(rest)))",
    replace: "yield* this.#behind(this.#read.push(withBlankLine(rest)))",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "very many events are judged in one step",
    file: "exchange/pass-stream.ts",
    find: " || isFull(verdicts.length)) yield none",
    replace: ") yield none",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "dense parts: those of an event are read in one step",
    file: "formats/generate-content/stream-decode.ts",
    find: "if (read > step) {",
    replace: "if (read < 0) {",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: each counts no more than its text",
    file: "formats/generate-content/stream-decode.ts",
    find: "read += itemWeight + lengthOf(item)",
    replace: "read += lengthOf(item)",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: each counts the same, however long its text is",
    file: "formats/generate-content/stream-decode.ts",
    find: "read += itemWeight + lengthOf(item)",
    replace: "read += itemWeight",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: the numbers of an event are read in one step with its parts",
    file: "formats/generate-content/stream-decode.ts",
    find: "if (isExact) yield\n",
    replace: "",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: a translated event is decoded in one step",
    file: "exchange/translate-stream.ts",
    find: 'yield* among(this.#decode.read(whole), "")',
    replace: "this.#decode.push(whole)",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: an event that passes is decoded in one step",
    file: "exchange/pass-stream.ts",
    find: "this.#see(this.#decode.checked(yield* among(this.#decode.read(frame), none)))",
    replace: "this.#see(this.#decode.push(frame))",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: what comes behind an error is not known to",
    file: "exchange/pass-stream.ts",
    find: "this.#decode.checked(yield* among(this.#decode.read(frame), none))",
    replace: "yield* among(this.#decode.read(frame), none)",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: events that say nothing are gone through in one step",
    file: "exchange/translate-stream.ts",
    find: "if (isFull(said++)) yield* this.#given()",
    replace: "",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: what no other format can say is printed to see whether it says anything",
    file: "core/notes/note.ts",
    find: "if (!member.isRead) return",
    replace: "return",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: what a vendor says of its answer is printed to be counted",
    file: "core/events/fold.ts",
    find: "name.length + weightOf(value)",
    replace: "name.length + value.text.length",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: an item is printed before its frame is",
    file: "formats/responses/stream-encode-state.ts",
    find: "JsonText.late(body)",
    replace: "JsonText.tree(body)",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: a thought is printed again in each frame",
    file: "formats/responses/stream-encode-parts.ts",
    find: "const said = JsonText.string(text)",
    replace: "const said = text",
    caughtBy: ["cost/dense-parts.test.ts"]
  },
  {
    name: "dense parts: a stream writes notes that nobody is told",
    file: "core/notes/note.ts",
    find: "to.mostNotes ?? Infinity",
    replace: "Infinity",
    caughtBy: ["core/notes/leftovers.test.ts"]
  },
  {
    name: "dense parts: an answer that is no stream has as few notes",
    file: "core/notes/note.ts",
    find: "to.mostNotes ?? Infinity",
    replace: "mostNotes",
    caughtBy: ["core/notes/leftovers.test.ts"]
  },
  {
    name: "dense parts: the members of an object are listed again and again",
    file: "core/reading/object-reader.ts",
    find: "(this.#keys ??= Object.keys(this.object))",
    replace: "Object.keys(this.object)",
    caughtBy: ["core/reading/members.test.ts"]
  },
  {
    name: "very many events are told in one step",
    file: "exchange/verdicts.ts",
    find: "block === undefined || isFull(++blocks)",
    replace: "block === undefined",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "the very many lines of an event that is kept are read in one turn",
    file: "exchange/history.ts",
    find: "    if (step.length < block.length) yield* Effect.yieldNow\n",
    replace: "",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "events of very many lines that are kept are parted in one turn",
    file: "exchange/history.ts",
    find: "    if (block === undefined) yield* Effect.yieldNow\n    else out",
    replace: "    if (block !== undefined) out",
    caughtBy: ["cost/many-lines.test.ts"]
  },
  {
    name: "an error is searched for each of the keys that a stranger sends",
    file: "gateway/host-request.ts",
    find: ".slice(0, mostCarried)",
    replace: "",
    caughtBy: ["cost/carried-keys.test.ts"]
  },
  {
    name: "every event of a stream is read for its type, whatever it begins with",
    file: "formats/responses/passthrough.ts",
    find: "begun.test(data) ? eventValue(data) : null",
    replace: "readOrNull(data)",
    caughtBy: ["cost/idle-events.test.ts"]
  },
  {
    name: "each result of no document is told",
    file: "formats/rerank/index.ts",
    find: "      hasStrangers = true\n",
    replace: '      notes.push(rules.note("stranger", "/documents"))\n',
    caughtBy: ["rerank/cohere.test.ts"]
  },
  {
    name: "all notes of a ranking are kept",
    file: "exchange/rerank.ts",
    find: "notes: keptNotes.take()",
    replace: "notes: [...notes, ...lost, ...uncounted]",
    caughtBy: ["rerank/cohere.test.ts"]
  },
  {
    name: "a part that waits for the end of its answer is read again",
    file: "formats/generate-content/stream-encode-state.ts",
    find: "const text = spliceJson(out)",
    replace: "const text = stringifyJson(out)",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "an event that costs more than its length is read for its upstream's own word",
    file: "exchange/pass-stream.ts",
    find: "details.code !== eventTooLarge &&",
    replace: "",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "all of a long piece of text is joined",
    file: "core/events/delta-fast-path.ts",
    find: "this.#kept.add(piece.slice(0, maxHashedLength))",
    replace: "this.#kept.add(piece)",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a carriage return ends no line of an event where a line feed comes before it",
    file: "exchange/event-lines.ts",
    find: "nextBack < 0 || (nextFeed >= 0 && nextFeed < nextBack)",
    replace: "nextBack < 0 || nextFeed >= 0",
    caughtBy: ["shell/event-boundaries.test.ts"]
  },
  {
    name: "each place of a configuration looks through its mapping anew",
    file: "config/file.ts",
    find: "if (known !== undefined) return known",
    replace: "if (known !== undefined && map.items.length < 2) return known",
    caughtBy: ["cost/configuration.test.ts"]
  },
  {
    name: "the parser compares each name of a mapping with all before it",
    file: "config/file.ts",
    find: ", uniqueKeys: false",
    replace: "",
    caughtBy: ["cost/configuration.test.ts"]
  },
  {
    name: "a name that stands twice in a configuration is taken",
    file: "config/file.ts",
    find: "const [, [, ...others]]",
    replace: "const [, [, , ...others]]",
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "each account looks through all keys",
    file: "config/file.ts",
    find: "keysOf.get(account.name ?? account.username) ?? []",
    replace: "keys.filter(({ name }) => name === (account.name ?? account.username))",
    caughtBy: ["cost/configuration.test.ts"]
  },
  {
    name: "the zeros of a number are looked for from each of them",
    file: "core/json/exact.ts",
    find: 'withoutEnd(withoutEnd(text, "0"), ".")',
    replace: 'text.replace(/\\.?0+$/, "")',
    caughtBy: ["cost/expressions.test.ts"]
  },
  {
    name: "the padding of a signature is looked for from each of its characters",
    file: "formats/generate-content/opaque.ts",
    find: 'withoutEnd(signature, "=")',
    replace: 'signature.replace(/=+$/, "")',
    caughtBy: ["cost/expressions.test.ts"]
  },
  {
    name: "each result looks through all calls",
    file: "formats/chat-completions/messages-encode.ts",
    find: "[message], ids, answered, out)",
    replace: "[message], ids, answersIn([message], ids), out)",
    caughtBy: ["cost/requests.test.ts"]
  },
  {
    name: "the text of a part is looked at for each carrier beside it",
    file: "core/chat/envelope.ts",
    find: "const covered = this.#found.get(part) ?? {",
    replace: "const covered = {",
    caughtBy: ["cost/requests.test.ts"]
  },
  {
    name: "each piece of a call looks through all that wait",
    file: "formats/chat-completions/stream-encode-state.ts",
    find: "return this.#calls.get(part)",
    replace: "return [...this.#calls.values()].find((call) => call.part === part)",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "each thought of a stream tells all before it",
    file: "formats/chat-completions/stream-encode-parts.ts",
    find: "for (; writer.placed < before; writer.placed++) {",
    replace: "for (writer.placed = 0; writer.placed < before; writer.placed++) {",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "a number has any length",
    file: "core/json/value.ts",
    find: "end - at > longestNumeral",
    replace: "end < at",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "any number of tools is taken",
    file: "core/chat/codec.ts",
    find: "tools.length > mostTools",
    replace: "tools.length < 0",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "any number of candidates can be asked for",
    file: "core/chat/codec.ts",
    find: "candidates > mostCandidates",
    replace: "candidates < 0",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "a vendor of chat completions may open any number of choices",
    file: "formats/chat-completions/stream-decode.ts",
    find: "state.choices.size > mostCandidates",
    replace: "state.choices.size < 0",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "a form may have any number of parts",
    file: "endpoints/form.ts",
    find: "if (parts.length === formLimits.parts)",
    replace: "if (parts.length === -1)",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "items of a list stand at one place",
    file: "core/json/pointer.ts",
    find: "path[last] = key + 1",
    replace: "path[last] = key",
    caughtBy: ["core/json/place.test.ts"]
  },
  {
    name: "a part of a form may have a head of any length",
    file: "endpoints/form.ts",
    find: "most.length > formLimits.partHead ? badRequest(",
    replace: "most.length > 1e9 ? badRequest(",
    caughtBy: ["cost/attacks.test.ts"]
  },
  {
    name: "a part of a form may have any number of header lines",
    file: "endpoints/form.ts",
    find: "lines.length > formLimits.partHeaders",
    replace: "lines.length < 0",
    caughtBy: ["cost/attacks.test.ts"]
  },
  {
    name: "nobody has a turn while a form is looked through",
    file: "endpoints/form.ts",
    find: "if (++seen % turn === 0) yield",
    replace: "if (++seen < 0) yield",
    caughtBy: ["cost/attacks.test.ts"]
  },
  {
    name: "a request has any number of inputs",
    file: "formats/embeddings/index.ts",
    find: "input.length > mostInputs",
    replace: "input.length < 0",
    caughtBy: ["cost/attacks.test.ts"]
  },
  {
    name: "a ranking has any number of documents",
    file: "formats/rerank/request.ts",
    find: "documents.length <= mostDocuments",
    replace: "documents.length >= 0",
    caughtBy: ["cost/attacks.test.ts"]
  },
  {
    name: "a batch has any number of requests",
    file: "formats/embed-content/request.ts",
    find: "requests.length <= mostInputs",
    replace: "requests.length >= 0",
    caughtBy: ["cost/attacks.test.ts"]
  },
  {
    name: "nobody has a turn while a claim is written",
    file: "exchange/videos/submit.ts",
    find: '    text = ""\n    yield\n',
    replace: '    text = ""\n',
    caughtBy: ["cost/attacks.test.ts"]
  },
  {
    name: "a long text of a claim is cut within a pair of surrogates",
    file: "core/json/exact.ts",
    find: "? end + 1 : end",
    replace: "? end : end",
    caughtBy: ["core/json/canonical.test.ts"]
  },
  {
    name: "each end of a text's citations looks through all of them",
    file: "formats/messages/response-parts.ts",
    find: "const here = ending.get(end) ?? []",
    replace: "const here = citations.filter((citation) => endOf(citation) === end)",
    caughtBy: ["cost/answers.test.ts"]
  },
  {
    name: "a stretch of a text is told again for each page that it rests on",
    file: "formats/generate-content/citations.ts",
    find: "if (rests === undefined) resting.set(place,",
    replace: "if (rests === undefined || chunks.length > 0) resting.set(`${place} ${chunks.length}`,",
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "overlapping citations quote a text as often as one likes",
    file: "core/chat/citations.ts",
    find: "if (this.#length + stretch.length > Math.max(least, mostQuotes * text.length))",
    replace: "if (this.#length < 0)",
    caughtBy: ["cost/quotes.test.ts"]
  },
  {
    name: "what a search found is cited as often as it is repeated",
    file: "core/chat/citations.ts",
    find: "if (key !== undefined && this.#told.has(key)) return false",
    replace: "",
    caughtBy: ["cost/grounding.test.ts"]
  },
  {
    name: "each stretch cites as many pages as one likes",
    file: "core/chat/citations.ts",
    find: "this.#units += units",
    replace: "",
    caughtBy: ["cost/grounding.test.ts"]
  },
  {
    name: "citations count without their addresses",
    file: "core/chat/citations.ts",
    find: "itemWeight + lengthOf(source)",
    replace: "itemWeight",
    caughtBy: ["cost/grounding.test.ts"]
  },
  {
    name: "a short answer is quoted for a few of its sources alone",
    file: "core/chat/citations.ts",
    find: "Math.max(least, mostQuotes * text.length)",
    replace: "mostQuotes * text.length",
    caughtBy: ["cost/quotes.test.ts"]
  },
  {
    name: "each stretch that ends elsewhere is quoted for itself",
    file: "formats/messages/response-parts.ts",
    find: "encodeCitations(to, here, part, true, quoted)",
    replace: "encodeCitations(to, here, part, true)",
    caughtBy: ["cost/quotes.test.ts"]
  },
  {
    name: "each citation of a stream is quoted for itself",
    file: "formats/messages/stream-encode-parts.ts",
    find: "track.quoted.of(",
    replace: "new QuoteBudget().of(",
    caughtBy: ["cost/quotes.test.ts"]
  },
  {
    name: "a quote that is left out is not told",
    file: "formats/generate-content/citations.ts",
    find: 'if (quote === undefined) note(to, "citation-quote", at)',
    replace: "",
    caughtBy: ["cost/quotes.test.ts"]
  },
  {
    name: "each member of a lab's body looks through all before it",
    file: "lab/images/request.ts",
    find: "const other = found.get(name)",
    replace: "const other = [...found].find(([known]) => known === name)?.[1]",
    caughtBy: ["cost/whole.test.ts"]
  },
  {
    name: "each result of a ranking looks through all before it",
    file: "formats/rerank/index.ts",
    find: "ranked.has(index)",
    replace: "[...ranked.keys()].includes(index)",
    caughtBy: ["cost/whole.test.ts"]
  },
  {
    name: "each tool is looked for among those that are kept",
    file: "formats/chat-completions/tools.ts",
    find: "if (!kept.has(tool))",
    replace: "if (![...kept].includes(tool))",
    caughtBy: ["cost/requests.test.ts"]
  },
  {
    name: "each tool is looked for among those that may be called",
    file: "core/chat/tool.ts",
    find: "only?.has(tool.name) === false",
    replace: "only !== undefined && ![...only].includes(tool.name)",
    caughtBy: ["cost/requests.test.ts"]
  },
  {
    name: "each member of a strict schema is looked for among those that it requires",
    file: "formats/openai/strict.ts",
    find: "named.has(name))",
    replace: "[...named].includes(name))",
    caughtBy: ["cost/requests.test.ts"]
  },
  {
    name: "all that the head of a part may be is looked through for each part",
    file: "endpoints/form.ts",
    find: "const length = endOfHead(most)",
    replace: 'const length = new TextDecoder("latin1").decode(most).indexOf("\\r\\n\\r\\n")',
    caughtBy: ["cost/attacks.test.ts"]
  },
  {
    name: "a long frame is printed in the step in which it was encoded",
    file: "exchange/translate-stream.ts",
    find: " || piece.length > long",
    replace: "",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a picture is written to see whether it can be",
    file: "formats/chat-completions/response-encode.ts",
    find: "(isSound(part) || isPicture(part)) ?",
    replace: "(isSound(part) || encodePicture(part) !== undefined) ?",
    caughtBy: ["cost/long-events.test.ts"]
  }
]
