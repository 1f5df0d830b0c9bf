import type { Mutant } from "./mutant.ts"

/** Defects in the keeping, the fetching and the handing out of media. */
export const media: readonly Mutant[] = [
  {
    name: "references of media can be guessed",
    file: "media/store/store.ts",
    find: "const random = 24",
    replace: "const random = 10",
    caughtBy: ["media/memory.test.ts"]
  },
  {
    name: "media have one tag",
    file: "media/store/store.ts",
    find: "size: parseInt(size, 36), tag, mime",
    replace: 'size: parseInt(size, 36), tag: "0".repeat(16), mime',
    caughtBy: ["media/endpoint.test.ts"]
  },
  {
    name: "a media file has no cap",
    file: "media/store/store.ts",
    find: "if (size > this.#caps.medium)",
    replace: "if (size > Infinity)",
    caughtBy: ["media/memory.test.ts"]
  },
  {
    name: "media on their way in take no room",
    file: "media/store/store.ts",
    find: "this.#kept + this.#arriving > this.#caps.all",
    replace: "this.#kept + size > this.#caps.all",
    caughtBy: ["media/memory.test.ts"]
  },
  {
    name: "a media file that did not come keeps its share of the cap",
    file: "media/store/store.ts",
    find: "this.#arriving -= size",
    replace: "this.#arriving -= 0",
    caughtBy: ["media/memory.test.ts"]
  },
  {
    name: "a file outlives its time",
    file: "media/store/files.ts",
    find: "facts.until <= (yield* Clock.currentTimeMillis)",
    replace: "facts.until <= 0",
    caughtBy: ["media/files.test.ts"]
  },
  {
    name: "a file that lost its end looks whole",
    file: "media/store/files.ts",
    find: "? Effect.fail(storeUnavailable())",
    replace: "? Effect.undefined",
    caughtBy: ["media/files.test.ts"]
  },
  {
    name: "a draft has a kept file's place",
    file: "media/store/files.ts",
    find: 'const unfinished = ".part"',
    replace: 'const unfinished = ""',
    caughtBy: ["media/files.test.ts"]
  },
  {
    name: "drafts that others write are removed",
    file: "media/store/files.ts",
    find: "found.mtimeMs < now - abandonedAfter",
    replace: "found.mtimeMs < now",
    caughtBy: ["media/files.test.ts"]
  },
  {
    name: "a folder that is away is empty",
    file: "media/store/files.ts",
    find: "await stat(this.#path)\n      return false",
    replace: "return false",
    caughtBy: ["media/files.test.ts"]
  },
  {
    name: "base64 is padded where a piece ends",
    file: "endpoints/videos/generations.ts",
    find: "const missing = left.length === 0 ? 0 : 3 - left.length",
    replace: "const missing = 0",
    caughtBy: ["media/base64-stream.test.ts"]
  },
  {
    name: "a link opens for ever",
    file: "media/store/links.ts",
    find: "Number(expires) * 1000 <= now",
    replace: "Number(expires) * 1000 <= 0",
    caughtBy: ["media/links.test.ts"]
  },
  {
    name: "a link ends with its secret",
    file: "media/store/links.ts",
    find: "[key, ...former]",
    replace: "[key]",
    caughtBy: ["media/links.test.ts"]
  },
  {
    name: "a link opens every media file",
    file: "media/store/links.ts",
    find: "isogloss/media\\n${ref}\\n${expires}",
    replace: "isogloss/media\\n${ref.length}\\n${expires}",
    caughtBy: ["media/links.test.ts", "media/endpoint.test.ts"]
  },
  {
    name: "a reference opens its media file by itself",
    file: "endpoints/media.ts",
    find: "const stored = isOpen ?",
    replace: 'const stored = isOpen || ref !== "" ?',
    caughtBy: ["media/endpoint.test.ts"]
  },
  {
    name: "a range ends a byte early",
    file: "endpoints/media.ts",
    find: "Math.min(to, size - 1) - from + 1",
    replace: "Math.min(to, size - 1) - from",
    caughtBy: ["media/byte-range.test.ts"]
  },
  {
    name: "a range of another media file is given",
    file: "endpoints/media.ts",
    find: 'method === "GET" && isSame',
    replace: 'method === "GET"',
    caughtBy: ["media/endpoint.test.ts"]
  },
  {
    name: "a page of media runs in a browser",
    file: "endpoints/media.ts",
    find: 'kind === undefined ? "attachment" : "inline"',
    replace: 'kind === "" ? "attachment" : "inline"',
    caughtBy: ["media/endpoint.test.ts"]
  },
  {
    name: "a node is believed whatever it sends",
    file: "media/store/nodes.ts",
    find: 'Number(headers["content-length"]) === (range?.length ?? size)',
    replace: "size > 0",
    caughtBy: ["media/nodes.test.ts"]
  },
  {
    name: "a reference leads off a node's path",
    file: "media/store/links.ts",
    find: "/v1/media/${encodeURIComponent(ref)}?",
    replace: "/v1/media/${ref}?",
    caughtBy: ["media/nodes.test.ts"]
  },
  {
    name: "what passes has no clock",
    file: "media/fetch/node-fetcher.ts",
    find: "Stream.interruptWhen(bytes, failAfter(until, at))",
    replace: "bytes",
    caughtBy: ["media/stream.test.ts"]
  },
  {
    name: "what passes has no cap",
    file: "media/fetch/node-fetcher.ts",
    find: "if (size > most) throw new MediaTooLarge()",
    replace: "if (size > Infinity) throw new MediaTooLarge()",
    caughtBy: ["media/fetcher.test.ts"]
  },
  {
    name: "nobody hangs up on what is not read",
    file: "media/fetch/fetcher.ts",
    find: "controller.abort()",
    replace: "void controller",
    caughtBy: ["media/stream.test.ts"]
  },
  {
    name: "every redirect is an answer",
    file: "upstream/call.ts",
    find: 'request.redirects === "answer"',
    replace: 'request.redirects !== undefined || request.method !== "GET"',
    caughtBy: ["shell/upstream.test.ts"]
  },
  {
    name: "a redirect to nowhere is an answer",
    file: "upstream/call.ts",
    find: 'this.#takesRedirects && "location" in headers',
    replace: "this.#takesRedirects",
    caughtBy: ["shell/upstream.test.ts"]
  },
  {
    name: "a body that breaks off looks whole",
    file: "gateway/web.ts",
    find: "this.#close(Exit.isFailure(exit))",
    replace: "this.#close(false)",
    caughtBy: ["media/endpoint.test.ts"]
  },
  {
    name: "each call that fails while the store is away is logged",
    file: "media/store/files.ts",
    find: "outages[how].begins() ? logOutage(how, code)",
    replace: "outages[how].begins() || true ? logOutage(how, code)",
    caughtBy: ["media/files.test.ts"]
  },
  {
    name: "a media file that is begun is taken for one that is kept",
    file: "media/store/files.ts",
    find: 'how === "begin" ?',
    replace: 'how === "read" ?',
    caughtBy: ["media/files.test.ts"]
  },
  {
    name: "a media file that is gone is taken for a store that is away",
    file: "media/store/files.ts",
    find: "return Effect.fail(missing())",
    replace: "return Effect.andThen(logOutage(how, code), Effect.fail(missing()))",
    caughtBy: ["media/files.test.ts"]
  },
  {
    name: "URLs of one account take every place",
    file: "media/fetch/network.ts",
    find: "const account = yield* CallingTenant",
    replace: 'yield* CallingTenant\n      const account = ""',
    caughtBy: ["media/fetcher.test.ts"]
  },
  {
    name: "a URL that was called keeps its place",
    file: "media/fetch/network.ts",
    find: "isInside && limiter.leave(account)",
    replace: "undefined",
    caughtBy: ["media/fetcher.test.ts"]
  }
]
