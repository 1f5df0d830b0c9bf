import type { Mutant } from "./mutant.ts"

/** Defects in gateways that are created of plain values, and in Fastify. */
export const created: readonly Mutant[] = [
  {
    name: "a function that knows callers sees no address",
    file: "credentials/authenticate.ts",
    find: "keys, address: address() }",
    replace: "keys, address: undefined }",
    caughtBy: ["hosts/create.test.ts"]
  },
  {
    name: "a defect of a function that knows callers is a refusal",
    file: "credentials/authenticate.ts",
    find: "if (thrown instanceof GatewayError) return thrown",
    replace: 'return refusal("No.")',
    caughtBy: ["hosts/create.test.ts"]
  },
  {
    name: "an account may call every model",
    file: "credentials/authenticate.ts",
    find: "...permissionOf(given) }",
    replace: "...permissionOf({}) }",
    caughtBy: ["hosts/create.test.ts"]
  },
  {
    name: "who is no account is let in",
    file: "credentials/authenticate.ts",
    find: "if (given && mistake === undefined)",
    replace: "if (given)",
    caughtBy: ["hosts/callers.test.ts"]
  },
  {
    name: "a text is a list of its letters",
    file: "gateway/create.ts",
    find: 'typeof given === "object" && given !== null && Symbol.iterator in given && !("charAt" in given)',
    replace: "given !== undefined",
    caughtBy: ["hosts/callers.test.ts"]
  },
  {
    name: "callers without a name are one account",
    file: "credentials/credentials.ts",
    find: "name: name ?? ownName(key)",
    replace: 'name: name ?? ""',
    caughtBy: ["hosts/callers.test.ts"]
  },
  {
    name: "nobody is told of the requests of a gateway that was created",
    file: "gateway/create.ts",
    find: "onRequest === undefined ? Layer.empty : layerMetering(onRequest)",
    replace: "Layer.empty",
    caughtBy: ["hosts/create.test.ts"]
  },
  {
    name: "a promise of whoever is told is not waited for",
    file: "gateway/create.ts",
    find: "Effect.promise(async () => onRequest(entry))",
    replace: "Effect.sync(() => onRequest(entry))",
    caughtBy: ["hosts/create.test.ts"]
  },
  {
    name: "routes of a gateway that was created are forgotten",
    file: "gateway/create.ts",
    find: "mergeFamilies<F>(routes, families)",
    replace: "mergeFamilies<F>([], families)",
    caughtBy: ["hosts/create.test.ts"]
  },
  {
    name: "a gateway that was not created says so nowhere",
    file: "gateway/gateway.ts",
    find: "Effect.runFork(Effect.flatMap(built, (context) => Effect.provideContext(logUnbuilt(thrown), context)))",
    replace: "Effect.runFork(built)",
    caughtBy: ["hosts/unbuilt.test.ts"]
  },
  {
    name: "a logger among the layers is not told why a gateway was not created",
    file: "gateway/gateway.ts",
    find: "Layer.buildWithMemoMap(loggers, memo, scope)",
    replace: "Layer.buildWithMemoMap(Layer.empty, memo, scope)",
    caughtBy: ["hosts/log.test.ts"]
  },
  {
    name: "a time that is no number is a host's",
    file: "hosts/node.ts",
    find: "if (mistake !== undefined) throw new RangeError(`${mistake}.`)",
    replace: "",
    caughtBy: ["hosts/chosen.test.ts"]
  },
  {
    name: "the user of an address is told in the log",
    file: "core/errors/error.ts",
    find: '"//…@"',
    replace: '"$&"',
    caughtBy: ["hosts/unbuilt.test.ts"]
  },
  {
    name: "Fastify reads a body first",
    file: "hosts/frameworks.ts",
    find: "scope.removeAllContentTypeParsers()",
    replace: "",
    caughtBy: ["hosts/contract.test.ts"]
  },
  {
    name: "a prefix of Fastify's that ends in a slash has a piece more",
    file: "hosts/frameworks.ts",
    find: 'withoutEnd(prefix, "/")',
    replace: "prefix",
    caughtBy: ["hosts/fastify.test.ts"]
  },
  {
    name: "Fastify's app has no 404 of its own",
    file: "hosts/frameworks.ts",
    find: "{ next: () => reply.callNotFound() }",
    replace: "{}",
    caughtBy: ["hosts/fastify.test.ts"]
  },
  {
    name: "what Fastify's app refused is its own even at an endpoint",
    file: "hosts/frameworks.ts",
    find: '"statusCode" in error ? error.statusCode : undefined',
    replace: "undefined",
    caughtBy: ["hosts/fastify.test.ts"]
  },
  {
    name: "metrics that nobody counts are an empty page",
    file: "endpoints/monitoring.ts",
    find: 'if (body === "" &&',
    replace: "if (false &&",
    caughtBy: ["shell/telemetry.test.ts"]
  },
  {
    name: "metrics that nothing was counted of yet are not there",
    file: "endpoints/monitoring.ts",
    find: "(yield* Telemetry) === undefined",
    replace: "true",
    caughtBy: ["shell/telemetry.test.ts"]
  },
  {
    name: "the sandbox lists ids that fail",
    file: "hosts/cli/sandbox.ts",
    find: "!unlisted.has(id)",
    replace: "true",
    caughtBy: ["sandbox/listed.test.ts"]
  },
  {
    name: "a body that is no JSON is wrong one column before",
    file: "core/json/pointer.ts",
    find: ".length + 1}`",
    replace: ".length}`",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "a missing comma is read over in a body that is no JSON",
    file: "core/json/pointer.ts",
    find: 'if (behind !== close && behind !== ",") return false',
    replace: "",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "who stops a gateway is not told of its second signal",
    file: "hosts/cli/serve.ts",
    find: "underWay === 0 ?",
    replace: "underWay >= 0 ?",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "an error of a reason that there is not is told as it is",
    file: "core/errors/error.ts",
    find: 'Object.hasOwn(statusOf, reason) ? reason : "Internal"',
    replace: "reason",
    caughtBy: ["core/errors/error.test.ts"]
  }
]
