import { decoded } from "../../api.ts"
import type { Api, Route } from "../../api.ts"
import { askingOf } from "../../asking.ts"
import type { Desk } from "../../desk.ts"
import { textAt } from "../../json.ts"
import type { Json, JsonObject } from "../../json.ts"
import { refused } from "../../refusal.ts"
import type { Found } from "../../refusal.ts"
import { sendFilm } from "../../videos/film.ts"
import { failsAtOnce, falters, filmAt, forget, submit } from "../../videos/job.ts"
import { failureOf, serverError } from "../error.ts"
import { failChat, headersOf } from "../reply.ts"
import { contextOf } from "./context.ts"
import type { Context, Lookup } from "./context.ts"
import { contentRefusals, createRefusals, deleteRefusals, listRefusals, retrieveRefusals } from "./refusals.ts"
import { videoOf } from "./video.ts"

const prefix = "video_"

const send = (body: Json, desk: Desk): Response =>
  new Response(JSON.stringify(body), { headers: headersOf(desk.requestId("req_")) })

const refuse = <Seen>({ refusal, problem }: Found<Seen>, desk: Desk): Response => {
  const { name, status, type, code } = refusal
  const { message, param = null } = problem
  return failChat({ status, type, code, message, param }, desk.requestId("req_"), name)
}

/** What arrived: the members or texts, and the names and types of the files. */
const arrivedOf = ({ body, files }: Context): JsonObject =>
  files.length === 0 ? body : { ...body, files: files.map(({ name, image }) => `${name} ${image?.mime ?? ""}`) }

const create = async (request: Request, desk: Desk): Promise<Response> => {
  const context = await contextOf(request, desk)
  const found = refused(createRefusals, context)
  if (found !== undefined) return refuse(found, desk)
  const { model, body } = context
  if (model === undefined) return failChat(serverError, desk.requestId("req_"))
  const failure = failsAtOnce(model) ? failureOf(model.behaviour, false) : undefined
  if (failure !== undefined) return failChat(failure, desk.requestId("req_"))
  const prompt = textAt(body, "prompt") ?? ""
  const job = submit({ id: desk.requestId(prefix), model, prompt, count: 1, body: arrivedOf(context) }, desk)
  return send(videoOf(job, desk.now()), desk)
}

const lookupOf = (request: Request, { searchParams: query }: URL, desk: Desk, id: string): Lookup => ({
  ...askingOf(request.headers, desk.key),
  query,
  id,
  job: id.startsWith(prefix) ? desk.jobs.get(id) : undefined,
  now: desk.now()
})

const retrieve = (lookup: Lookup, desk: Desk): Response => {
  const found = refused(retrieveRefusals, lookup)
  const { job, now } = lookup
  if (found !== undefined) return refuse(found, desk)
  if (job === undefined || falters(job, now)) return failChat(serverError, desk.requestId("req_"))
  return send(videoOf(job, now), desk)
}

const remove = (lookup: Lookup, desk: Desk): Response => {
  const found = refused(deleteRefusals, lookup)
  if (found !== undefined) return refuse(found, desk)
  if (lookup.job !== undefined) forget(lookup.job, desk)
  return send({ id: lookup.id, object: "video.deleted", deleted: true }, desk)
}

const download = (lookup: Lookup, desk: Desk): Response => {
  const found = refused(contentRefusals, lookup)
  if (found !== undefined) return refuse(found, desk)
  const film = filmAt(lookup.job?.films[0], desk)
  return film === undefined ? failChat(serverError, desk.requestId("req_")) : sendFilm(film)
}

const list = (request: Request, { searchParams: query }: URL, desk: Desk): Response => {
  const found = refused(listRefusals, { ...askingOf(request.headers, desk.key), query })
  if (found !== undefined) return refuse(found, desk)
  const oldest = [...desk.jobs.values()].filter(({ id }) => id.startsWith(prefix))
  const all = query.get("order") === "asc" ? oldest : oldest.toReversed()
  const start = all.findIndex(({ id }) => id === query.get("after")) + 1
  const end = start + Number(query.get("limit") ?? 20)
  const data = all.slice(start, end).map((job) => videoOf(job, desk.now()))
  const ends = { first_id: textAt(data[0], "id") ?? null, last_id: textAt(data.at(-1), "id") ?? null }
  return send({ object: "list", data, ...ends, has_more: end < all.length }, desk)
}

const routeOf = (request: Request, url: URL, desk: Desk): Route | undefined => {
  const [, id, content] = /^\/v1\/videos(?:\/([^/]+)(\/content)?)?$/.exec(url.pathname) ?? [undefined]
  if (id === undefined) {
    if (url.pathname !== "/v1/videos") return undefined
    return request.method === "POST"
      ? { method: "POST", serve: () => create(request, desk) }
      : { method: "GET", serve: () => list(request, url, desk) }
  }
  const lookup = lookupOf(request, url, desk, decoded(id))
  if (content !== undefined) return { method: "GET", serve: () => download(lookup, desk) }
  return request.method === "DELETE"
    ? { method: "DELETE", serve: () => remove(lookup, desk) }
    : { method: "GET", serve: () => retrieve(lookup, desk) }
}

/** OpenAI's videos: asked for as a form or in JSON, queried, listed, downloaded and deleted. */
export const soraApi: Api = {
  route: routeOf,
  speaks: (_, { pathname }) => pathname.startsWith("/v1/videos"),
  lost: (status, message, desk) =>
    failChat({ status, type: "invalid_request_error", message, param: null, code: null }, desk.requestId("req_"))
}
