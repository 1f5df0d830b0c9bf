import type { Harmless } from "./harmless.ts"

/** Faults of all other rooms that were drawn and are none. */
export const ofGateway: readonly Harmless[] = [
  {
    file: "tasks/poller.ts",
    said: 'const holder = newTaskId("node")',
    find: '"node"',
    replace: '"nodex"',
    why: "the name of a lease's holder is only compared with itself"
  },
  {
    file: "upstream/undici.ts",
    said: "if (places.size >= mostPlaces) places.clear()",
    find: ">=",
    replace: ">",
    why: "the cache of parsed addresses holds one more before it is emptied"
  },
  {
    file: "hosts/node-body.ts",
    said: "clearTimeout(timer)",
    find: "clearTimeout(timer)",
    replace: "void 0",
    why: "a request's close stops the clock as well, and once its body is whole nobody hears the refusal"
  },
  {
    file: "config/check.ts",
    said: 'const want = wanted.get(pattern) ?? "another value"',
    find: ' ?? "another value"',
    replace: "",
    why: "every place of a configuration that can be wrong has a sentence of its own"
  },
  {
    file: "telemetry/telemetry.ts",
    said: "bound.set(key, counter)",
    find: "bound.set(key, counter)",
    replace: "void 0",
    why: "a counter that is made anew has the same name and labels, by which Effect's registry knows it"
  },
  {
    file: "media/fetch/network.ts",
    said: 'socket.off("close", lost)',
    find: 'socket.off("close", lost)',
    replace: "void 0",
    why: "what is already resolved is not rejected by a close"
  },
  {
    file: "tasks/sqlite/layer.ts",
    said: 'if (database.isTransaction) database.exec("ROLLBACK")',
    find: 'database.exec("ROLLBACK")',
    replace: "void 0",
    why: "a file in which something failed is closed, which takes back what was begun"
  },
  {
    file: "upstream/attempt.ts",
    said: "if (size <= turn) return Effect.succeed(concatBytes(pieces))",
    find: "<=",
    replace: "<",
    why: "what is exactly one turn long is joined in one either way"
  },
  {
    file: "tasks/poller.ts",
    said: "let next = 0",
    find: "0",
    replace: "1",
    why: "no clock stands in the first millisecond of 1970"
  },
  {
    file: "upstream/upstream.ts",
    said: "const mostNames = 256",
    find: "256",
    replace: "257",
    why: "the cache of headers' names holds one more before it is emptied"
  },
  {
    file: "upstream/undici.ts",
    said: "const mostPlaces = 256",
    find: "256",
    replace: "257",
    why: "the cache of parsed addresses holds one more before it is emptied"
  },
  {
    file: "upstream/upstream.ts",
    said: 'const value = headers[name] ?? ""',
    find: '""',
    replace: '"x"',
    why: "each name of an object's members has a value"
  },
  {
    file: "upstream/attempt.ts",
    said: "let status = 0",
    find: "0",
    replace: "1",
    why: "a status comes before any piece of its body and before its end"
  },
  {
    file: "gateway/serve.ts",
    said: "const count = this.#byAccount.get(name) ?? 0",
    find: "0",
    replace: "1",
    why: "whoever leaves was counted when it came"
  },
  {
    file: "exchange/videos/poll.ts",
    said: "const sniffedBytes = 16",
    find: "16",
    replace: "17",
    why: "twelve bytes tell a film; one more is waited for, or the end"
  },
  {
    file: "tasks/sqlite/layer.ts",
    said: "const database = new DatabaseSync(path, { timeout: 0 })",
    find: "timeout: 0",
    replace: "",
    why: "`node:sqlite` waits for no lock unless it is told to"
  },
  {
    file: "hosts/workers/thread.ts",
    said: 'if (process.platform !== "linux") return',
    find: 'process.platform !== "linux"',
    replace: "false",
    why: "the tests run on Linux, where both are the same"
  },
  {
    file: "exchange/event-lines.ts",
    said: "const most = 64 * 1024",
    find: "1024",
    replace: "1025",
    why: "in how many steps bytes are masked changes none of them"
  },
  {
    file: "exchange/event-lines.ts",
    said: "const boundaryOverlap = 3",
    find: "3",
    replace: "4",
    why: "one byte more is looked at again"
  },
  {
    file: "upstream/upstream.ts",
    said: "export const isSuccess = (status: number): boolean => status >= 200 && status < 300",
    find: "300",
    replace: "301",
    why: "a 300 is refused as a redirect before anybody asks whether it is a success"
  },
  {
    file: "endpoints/form.ts",
    said: 'const lastNameIn = (path: FieldPath): string => path.findLast((step) => step !== "") ?? ""',
    find: '""',
    replace: '"x"',
    why: "neither no name nor the letter x is the name of a flag or a number"
  },
  {
    file: "endpoints/open-api/messages.ts",
    said: 'description: "State that the vendor holds.",',
    find: 'description: "State that the vendor holds.",\n    ',
    replace: "",
    why: "what the document says in prose is for people"
  },
  {
    file: "hosts/node-body.ts",
    said: "const ahead = 16",
    find: "16",
    replace: "17",
    why: "how much of a long body must have come before memory for all of it is taken is a matter of degree"
  },
  {
    file: "hosts/cli/sandbox.ts",
    said: 'Layer.merge(tasks, Logins.layer({ secrets: [randomBytes(32).toString("base64url")] }).pipe(Layer.provide(accounts)))',
    find: "32",
    replace: "33",
    why: "a secret that nobody ever sees has one byte more"
  },
  {
    file: "upstream/upstream.ts",
    said: "if (redactors.size >= mostKeys) redactors.clear()",
    find: ">=",
    replace: ">",
    why: "the cache of redactors holds one more before it is emptied"
  },
  {
    file: "exchange/videos/poll.ts",
    said: "if (first.length >= sniffedBytes) return Effect.void",
    find: "first.length >= sniffedBytes",
    replace: "false",
    why: "what begins as a film still does when more of it has come"
  },
  {
    file: "tasks/redis/layer.ts",
    said: "const redisTimeout = 2_000",
    find: "2_000",
    replace: "2001",
    why: "how long Redis may take is a matter of degree"
  },
  {
    file: "media/store/files.ts",
    said: "export const layerFiles = ({ path, sweepEvery = 60_000, ...options }: FilesOptions): Layer.Layer<MediaStore> =>",
    find: "60_000",
    replace: "60001",
    why: "how often a folder is swept is a matter of degree"
  },
  {
    file: "exchange/translate-stream.ts",
    said: "const longest = 2 * long",
    find: "2",
    replace: "3",
    why: "in how many pieces a text is given changes none of it"
  },
  {
    file: "hosts/node-body.ts",
    said: "const long = 64 * 1024",
    find: "64",
    replace: "65",
    why: "from which length on a body waits for its turn is a matter of degree"
  },
  {
    file: "upstream/undici.ts",
    said: "const long = 64 * 1024",
    find: "64",
    replace: "65",
    why: "from which length on a body is let go as it is sent is a matter of degree"
  },
  {
    file: "history/store.ts",
    said: "export const mostSwept = 1000",
    find: "1000",
    replace: "1001",
    why: "how many old texts one writing forgets besides is a matter of degree"
  },
  {
    file: "telemetry/telemetry.ts",
    said: "Effect.provideService(Tracer.ParentSpan, span),",
    find: "Effect.provideService(Tracer.ParentSpan, span),\n        Effect.provideService(Metering, {\n          record: (entry) => {\n            annotateSpan(span, entry, clock)\n            return record(entry)\n          }\n        })",
    replace:
      "Effect.provideService(Metering, {\n          record: (entry) => {\n            annotateSpan(span, entry, clock)\n            return record(entry)\n          }\n        }),\n        Effect.provideService(Tracer.ParentSpan, span)",
    why: "two services that do not know each other are given in either order"
  },
  {
    file: "endpoints/form.ts",
    said: 'return dataUrl(type ?? "application/octet-stream", base64)',
    find: '"application/octet-stream"',
    replace: '"application/octet-streamx"',
    why: "a part of a form that is a file has a type"
  },
  {
    file: "telemetry/telemetry.ts",
    said: 'export const Telemetry = Context.Reference<RequestFollower | undefined>("isogloss/Telemetry", {',
    find: '"isogloss/Telemetry"',
    replace: '"isogloss/Telemetryx"',
    why: "the key of a reference is only compared with itself"
  },
  {
    file: "gateway/serve.ts",
    said: 'const anonymous: Principal = { name: "", may: () => false }',
    find: '""',
    replace: '"x"',
    why: "who calls open routes is an account among others, whatever it is called"
  }
]
