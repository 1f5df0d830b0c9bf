import type { Mutant } from "./mutant.ts"

/** Defects in hosts and in the command. */
export const hosts: readonly Mutant[] = [
  {
    name: "an option that is nearly one of a gateway's is read over",
    file: "gateway/create.ts",
    find: "misspelling(given, knownOptions) ?? ",
    replace: "",
    caughtBy: ["hosts/chosen.test.ts"]
  },
  {
    name: "a gateway of no endpoints is built",
    file: "gateway/create.ts",
    find: "!Array.isArray(given) || given.length > 0",
    replace: "!Array.isArray(given) || given.length >= 0",
    caughtBy: ["hosts/chosen.test.ts"]
  },
  {
    name: "of keys and a function that says who may call, one is not asked",
    file: "gateway/create.ts",
    find: '["keys", "authenticate"].every(',
    replace: '["keys", "authenticate", "none"].every(',
    caughtBy: ["hosts/chosen.test.ts"]
  },
  {
    name: "what is no format is called as one",
    file: "families/openai-compatible/layer.ts",
    find: "format !== undefined && isCallFormat(format)",
    replace: "format !== undefined",
    caughtBy: ["hosts/chosen.test.ts"]
  },
  {
    name: "a rehearsal leaves its ports open",
    file: "hosts/cli/rehearse.ts",
    find: "    clearTimeout(late)\n    close()",
    replace: "    clearTimeout(late)",
    caughtBy: ["cli/rehearse.test.ts"]
  },
  {
    name: "a rehearsal is refused and nobody notices",
    file: "hosts/cli/rehearse.ts",
    find: "authorization: `Bearer ${key}`",
    replace: "authorization: key",
    caughtBy: ["cli/rehearse.test.ts"]
  },
  {
    name: "who may open no port does not start",
    file: "hosts/cli/rehearse.ts",
    find: "  } catch {\n    // whoever may open no port there starts without\n  } finally {",
    replace: "  } finally {",
    caughtBy: ["cli/rehearse.test.ts"]
  },
  {
    name: "the command's young generation grows on",
    file: "hosts/cli/v8.ts",
    find: "semi-space-growth-factor=1",
    replace: "semi-space-growth-factor=2",
    caughtBy: ["cli/young-generation.test.ts"]
  },
  {
    name: "a size of the young generation that somebody chose is not kept to",
    file: "hosts/cli/v8.ts",
    find: "[NODE_OPTIONS, ...flags]",
    replace: "[NODE_OPTIONS]",
    caughtBy: ["cli/young-generation.test.ts"]
  },
  {
    name: "V8 waits as long as ever before it compiles for good",
    file: "hosts/cli/v8.ts",
    find: "const calls = 1000",
    replace: "const calls = 10_000",
    caughtBy: ["cli/compiled-sooner.test.ts"]
  },
  {
    name: "how soon to compile is not what whoever starts the process says",
    file: "hosts/cli/v8.ts",
    find: "/^--\\S*turbofan/",
    replace: "/^--\\S*turbo-fan/",
    caughtBy: ["cli/compiled-sooner.test.ts"]
  },
  {
    name: "what is new is old at once where V8 so decides",
    file: "hosts/cli/v8.ts",
    find: '"--no-allocation-site-pretenuring"',
    replace: '"--allocation-site-pretenuring"',
    caughtBy: ["cli/begun-young.test.ts"]
  },
  {
    name: "chunks are framed for who replaced what a response writes with",
    file: "hosts/node-answer.ts",
    find: "response.write === ServerResponse.prototype.write &&",
    replace: "",
    caughtBy: ["hosts/writer.test.ts"]
  },
  {
    name: "an answer of HTTP/1.0 is in chunks",
    file: "hosts/node-answer.ts",
    find: "response.chunkedEncoding &&",
    replace: "",
    caughtBy: ["hosts/writer.test.ts"]
  },
  {
    name: "an empty piece ends a body",
    file: "hosts/node-answer.ts",
    find: "if (size === 0) return Buffer.alloc(0)",
    replace: "",
    caughtBy: ["hosts/writer.test.ts"]
  },
  {
    name: "a client's trace ends where nothing is traced",
    file: "telemetry/telemetry.ts",
    find: "propagate ? clientsTrace(request.headers) : undefined",
    replace: "undefined",
    caughtBy: ["shell/telemetry.test.ts"]
  },
  {
    name: "an app's own path is answered by the gateway",
    file: "hosts/node.ts",
    find: "if (next !== undefined && !supervisor.knows(target)) return next()",
    replace: "",
    caughtBy: ["hosts/express.test.ts"]
  },
  {
    name: "a path is known by GET alone",
    file: "gateway/serve.ts",
    find: 'table("GET", path).kind !== "nowhere"',
    replace: 'table("GET", path).kind === "endpoint"',
    caughtBy: ["hosts/express.test.ts"]
  },
  {
    name: "what the app refused is served",
    file: "hosts/node.ts",
    find: "refused: doubt ?? refused",
    replace: "refused: doubt",
    caughtBy: ["hosts/express.test.ts"]
  },
  {
    name: "the app's own failure is told to a client",
    file: "hosts/frameworks.ts",
    find: "status < 400 || status > 499",
    replace: "status < 400",
    caughtBy: ["hosts/express.test.ts"]
  },
  {
    name: "what must not be shown is shown",
    file: "hosts/frameworks.ts",
    find: "error.expose === false",
    replace: "error.expose === null",
    caughtBy: ["hosts/express.test.ts"]
  },
  {
    name: "whatever Express' parser refuses is an invalid request",
    file: "hosts/frameworks.ts",
    find: 'reasons.get(status) ?? "InvalidRequest"',
    replace: '"InvalidRequest"',
    caughtBy: ["hosts/express.test.ts"]
  },
  {
    name: "a stream goes on when nobody reads it",
    file: "gateway/web.ts",
    find: "cancel: left",
    replace: "cancel: () => undefined",
    caughtBy: ["hosts/fetch.test.ts"]
  },
  {
    name: "an endpoint that throws breaks its host",
    file: "gateway/serve.ts",
    find: "const handled = Effect.withFiber((fiber) =>",
    replace: "const handled = ((made) => made({ addObserver: () => undefined }))((fiber) =>",
    caughtBy: ["hosts/express.test.ts"]
  },
  {
    name: "a missing package is bad input",
    file: "hosts/cli/run.ts",
    find: "new CliError(advice, 2)",
    replace: "new CliError(advice, 1)",
    caughtBy: ["cli/packages.test.ts"]
  },
  {
    name: "a missing tokenizer stops the command",
    file: "hosts/cli/served.ts",
    find: 'if (thrown instanceof Error && "code" in thrown && thrown.code === "MODULE_NOT_FOUND") return false',
    replace: "",
    caughtBy: ["cli/packages.test.ts"]
  },
  {
    name: "a request without a host is node's to answer",
    file: "hosts/node-server.ts",
    find: "requireHostHeader: false",
    replace: "requireHostHeader: true",
    caughtBy: ["hosts/malformed.test.ts"]
  },
  {
    name: "a request without a host is served",
    file: "hosts/node.ts",
    find: 'if (headers.host === undefined && httpVersion === "1.1") return hostless()',
    replace: "",
    caughtBy: ["hosts/malformed.test.ts"]
  },
  {
    name: "what a client expects is node's to refuse",
    file: "hosts/node.ts",
    find: '"checkExpectation"',
    replace: '"checkExpectations"',
    caughtBy: ["hosts/malformed.test.ts"]
  }
]
