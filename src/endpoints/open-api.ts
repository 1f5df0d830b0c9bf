import * as Effect from "effect/Effect"
import { anyCarrier, type AuthPolicy, type KeyCarrier } from "../credentials/credentials.ts"
import { successAnswer } from "../exchange/answer.ts"
import { encodeError } from "../formats/chat-completions/wire.ts"
import { stringifyJson, type JsonTemplate } from "../core/json/json.ts"
import { type Endpoint, MountedEndpoints, type EndpointDocs, queryParameters } from "./endpoint.ts"
import { chatCompletionsSchema } from "./open-api/chat-completions.ts"
import { countContentTokensSchema, generateContentSchema } from "./open-api/generate-content.ts"
import { countTokensSchema, messagesSchema } from "./open-api/messages.ts"
import { responsesSchema } from "./open-api/responses.ts"
import { objectSchema, type ValueSchema, unionOf, type ValueMembers } from "../core/reading/value-schema.ts"
import { batchMembers, itemMembers, modelMember } from "../formats/embed-content/request.ts"
import { requestMembers as embeddingMembers } from "../formats/embeddings/index.ts"
import { requestMembers as rerankMembers } from "../formats/rerank/request.ts"
import { gemini } from "../families/images/gemini.ts"
import { gptImage } from "../families/images/gpt-image.ts"
import { qwenImage } from "../families/images/qwen-image.ts"
import { seedream } from "../families/images/seedream.ts"
import { veoRules } from "../families/videos/google.ts"
import { seedance } from "../families/videos/seedance.ts"
import { sora } from "../families/videos/sora.ts"

const imageFamilies = [gemini, gptImage, qwenImage, seedream]

const videoFamilies = [veoRules.vertex, veoRules.geminiApi, seedance, sora]

/** The body of `POST /v1/images/generations` and `/edits`: what any of the families takes; others drop it with a note. */
export const imagesSchema: ValueSchema = unionOf(imageFamilies.map(({ schema }) => schema))

/** A file in a form, as OpenAI's own document tells of one (https://github.com/openai/openai-openapi, read 2026-11). */
const file: ValueSchema = {
  type: "string",
  format: "binary",
  description: "A file, or as a text a URL, a data: URL, or base64."
}

const files: ValueSchema = { type: "array", items: file }

/** The same members, of which some are files. */
const withFiles = ({ properties, ...schema }: ValueSchema, sent: ValueMembers): ValueSchema => ({
  ...schema,
  properties: { ...properties, ...sent }
})

/** The form of `POST /v1/images/edits`. */
const editsForm = withFiles(imagesSchema, { image: files, images: files, mask: file })

/** The body of `POST /v1/video/generations` and of `POST /v1/videos`. */
export const videosSchema: ValueSchema = unionOf(videoFamilies.map(({ schema }) => schema))

/** The form of `POST /v1/videos`. */
const videosForm = withFiles(videosSchema, { image: file, input_reference: file, lastFrame: file })

/** The body of `:embedContent`. */
export const embedContentSchema = objectSchema(Object.entries({ ...modelMember, ...itemMembers }))

const batch = objectSchema(Object.entries({ ...modelMember, ...batchMembers }))

/** The body of `:batchEmbedContents`: each of its requests is the body of one. */
export const batchEmbedContentsSchema: ValueSchema = {
  ...batch,
  properties: { ...batch.properties, requests: { ...batchMembers.requests.schema, items: embedContentSchema } }
}

/** The body of `POST /v1/embeddings`. */
export const embeddingsSchema = objectSchema(Object.entries(embeddingMembers))

/** The body of `POST /v1/rerank`. */
export const rerankSchema = objectSchema(Object.entries(rerankMembers))

const streamed = ["application/json", "text/event-stream"]

/** By the endpoints' ids. */
export const descriptions: ReadonlyMap<string, EndpointDocs> = new Map<string, EndpointDocs>([
  ["chat-completions", { request: chatCompletionsSchema, answers: streamed }],
  ["messages", { request: messagesSchema, answers: streamed }],
  ["responses", { request: responsesSchema, answers: streamed }],
  ["response-input-tokens", { request: responsesSchema }],
  ["response-compaction", { request: responsesSchema }],
  ["count-tokens", { request: countTokensSchema }],
  ["generate-content", { request: generateContentSchema }],
  ["count-content-tokens", { request: countContentTokensSchema }],
  ["stream-generate-content", { request: generateContentSchema, answers: streamed }],
  ["embed-content", { request: embedContentSchema }],
  ["batch-embed-contents", { request: batchEmbedContentsSchema }],
  ["embeddings", { request: embeddingsSchema }],
  ["images", { request: imagesSchema }],
  ["image-edits", { request: imagesSchema, form: editsForm }],
  ["rerank", { request: rerankSchema }],
  ["video-generations", { request: videosSchema }],
  ["videos", { request: videosSchema, form: videosForm }],
  ["video-content", { answers: ["video/mp4"] }],
  ["media", { answers: ["video/mp4"] }]
])

/**
 * `GET /openapi.json`: the endpoints that this gateway serves, as an OpenAPI 3.1 document. It needs a key, in any
 * carrier.
 *
 * @example
 * Gateway.layer(Endpoints.messages, { ...Endpoints.openApi, auth: [] }) // anybody may read it
 */
export const openApi: Endpoint = {
  id: "open-api",
  method: "GET",
  path: "/openapi.json",
  auth: anyCarrier,
  body: { kind: "none" },
  summary: "This document: what is served here, as OpenAPI 3.1.",
  handle: () => Effect.map(MountedEndpoints, (endpoints) => successAnswer(textOf(endpoints))),
  error: encodeError
}

/** The texts of documents, each written once: a connection may ask for hundreds at a stroke. */
const texts = /* @__PURE__ */ new WeakMap<readonly Documented[], string>()

const textOf = (endpoints: readonly Documented[]): string => {
  const text = texts.get(endpoints) ?? stringifyJson(openApiDocument(endpoints))
  texts.set(endpoints, text)
  return text
}

type Documented = Pick<
  Endpoint<unknown>,
  "id" | "method" | "path" | "also" | "auth" | "query" | "body" | "summary" | "described"
>

/** What is told of an endpoint: its own words, or those of the list. */
const docsOf = ({ id, described = descriptions.get(id) ?? {} }: Pick<Documented, "id" | "described">): EndpointDocs =>
  described

/** An OpenAPI 3.1 document of some endpoints: all that it tells of a route is read from its value. */
const openApiDocument = (endpoints: readonly Documented[]): JsonTemplate => {
  const paths = new Map<string, Record<string, JsonTemplate>>()
  for (const endpoint of endpoints) {
    for (const [index, path] of [endpoint.path, ...(endpoint.also ?? [])].entries()) {
      const template = path.replace(/\/[:*](\w+)/g, "/{$1}")
      const operation = operationOf(endpoint, template, index === 0 ? endpoint.id : `${endpoint.id}-${index + 1}`)
      paths.set(template, { ...paths.get(template), [endpoint.method.toLowerCase()]: operation })
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "isogloss", summary: "One interface in front of many model families.", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas: schemasOf(endpoints), securitySchemes: schemesOf(endpoints) }
  }
}

const operationOf = (endpoint: Documented, template: string, operationId: string): JsonTemplate => {
  const { auth, query = {}, body, summary } = endpoint
  const { answers = plain, answer, failure } = docsOf(endpoint)
  const parameters = [...namesIn(template).map(pathParameter), ...queryParameters(query)]
  return {
    operationId,
    summary,
    security: securityOf(auth),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body.kind === "none" ? {} : { requestBody: { required: true, content: bodyOf(endpoint, body.kind) } }),
    responses: {
      200: { description: "The answer.", content: contentOf(answers, answer) },
      default: {
        description: "An error, in the body that clients of this path read.",
        content: contentOf(plain, failure)
      }
    }
  }
}

const plain: NonNullable<EndpointDocs["answers"]> = ["application/json"]

/** The types in which a body may come, each with its schema. */
const bodyOf = (endpoint: Documented, kind: "json" | "form"): JsonTemplate => {
  const asJson = contentOf(plain, schemaOf(endpoint, "request"))
  if (kind === "json") return asJson
  const from = docsOf(endpoint).form === undefined ? "request" : "form"
  return { ...asJson, ...contentOf(["multipart/form-data"], schemaOf(endpoint, from)) }
}

const contentOf = (types: readonly string[], schema?: JsonTemplate): Readonly<Record<string, JsonTemplate>> =>
  Object.fromEntries(types.map((type) => [type, schema === undefined ? {} : { schema }]))

/** A schema of an endpoint's body by the name under which `schemasOf` lists it. */
const schemaOf = (endpoint: Documented, which: keyof typeof schemaNames): JsonTemplate =>
  docsOf(endpoint)[which] === undefined
    ? { type: "object" }
    : { $ref: `#/components/schemas/${schemaNames[which](endpoint)}` }

const schemaNames = {
  request: ({ id }: Documented): string => id,
  form: ({ id }: Documented): string => `${id}-form`
}

const schemasOf = (endpoints: readonly Documented[]): JsonTemplate =>
  Object.fromEntries(
    endpoints.flatMap((endpoint): readonly (readonly [string, JsonTemplate])[] => {
      const { request, form } = docsOf(endpoint)
      return [
        ...(request === undefined ? [] : [[schemaNames.request(endpoint), request] as const]),
        ...(form === undefined ? [] : [[schemaNames.form(endpoint), form] as const])
      ]
    })
  )

const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)

const pathParameter = (name: string): JsonTemplate => ({ name, in: "path", required: true, schema: { type: "string" } })

/** Any one of the carriers; an open route needs none. */
const securityOf = (auth: AuthPolicy): JsonTemplate => auth.map((carrier) => ({ [carrier]: [] }))

const schemes: Readonly<Record<KeyCarrier, JsonTemplate>> = {
  bearer: { type: "http", scheme: "bearer" },
  "x-api-key": { type: "apiKey", in: "header", name: "x-api-key" },
  "x-goog-api-key": { type: "apiKey", in: "header", name: "x-goog-api-key" },
  "api-key": { type: "apiKey", in: "header", name: "api-key" },
  query: { type: "apiKey", in: "query", name: "key" },
  login: { type: "http", scheme: "bearer", description: "A key, or a login token." }
}

const schemesOf = (endpoints: readonly Documented[]): JsonTemplate =>
  Object.fromEntries(endpoints.flatMap(({ auth }) => auth).map((carrier) => [carrier, schemes[carrier]]))
