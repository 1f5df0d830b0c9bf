import { decoded } from "../../api.ts"
import type { Api, Route } from "../../api.ts"
import { askingOf } from "../../asking.ts"
import type { Desk } from "../../desk.ts"
import type { JsonObject } from "../../json.ts"
import { refused } from "../../refusal.ts"
import type { Found } from "../../refusal.ts"
import { failsAtOnce, falters, forget, stateOf, submit } from "../../videos/job.ts"
import { failureOf, internal } from "../error.ts"
import { fail, headers } from "../reply.ts"
import { contextOf } from "./context.ts"
import type { Lookup } from "./context.ts"
import { createRefusals, deleteRefusals, listRefusals, retrieveRefusals } from "./refusals.ts"
import { statusOf, taskOf } from "./task.ts"

const prefix = "cgt-"

const send = (body: JsonObject): Response => new Response(JSON.stringify(body), { headers })

const refuse = <Seen>({ refusal, problem }: Found<Seen>, desk: Desk): Response => {
  const { name, status, type, code } = refusal
  return fail({ status, type, code: code ?? "", message: problem.message, param: problem.param }, desk, name)
}

const create = async (request: Request, desk: Desk): Promise<Response> => {
  const context = await contextOf(request, desk)
  const found = refused(createRefusals, context)
  if (found !== undefined) return refuse(found, desk)
  const { model, texts, body } = context
  if (model === undefined) return fail(internal, desk)
  const failure = failsAtOnce(model) ? failureOf(model.behaviour) : undefined
  if (failure !== undefined) return fail(failure, desk)
  const order = { id: desk.requestId(prefix), model, prompt: texts[0] ?? "", count: 1, body }
  return send({ id: submit(order, desk).id })
}

const lookupOf = (request: Request, desk: Desk, id: string): Lookup => ({
  ...askingOf(request.headers, desk.key),
  id,
  job: id.startsWith(prefix) ? desk.jobs.get(id) : undefined,
  now: desk.now()
})

const retrieve = (request: Request, desk: Desk, lookup: Lookup): Response => {
  const found = refused(retrieveRefusals, lookup)
  if (found !== undefined) return refuse(found, desk)
  const { job, now } = lookup
  return job === undefined || falters(job, now) ? fail(internal, desk) : send(taskOf(job, request, desk))
}

const remove = (desk: Desk, lookup: Lookup): Response => {
  const found = refused(deleteRefusals, lookup)
  if (found !== undefined) return refuse(found, desk)
  if (lookup.job !== undefined) forget(lookup.job, desk)
  return send({})
}

const whole = (text: string | null, otherwise: number): number => Math.max(1, Math.floor(Number(text)) || otherwise)

const list = (request: Request, { searchParams: query }: URL, desk: Desk): Response => {
  const found = refused(listRefusals, askingOf(request.headers, desk.key))
  if (found !== undefined) return refuse(found, desk)
  const now = desk.now()
  const status = query.get("filter.status")
  const all = [...desk.jobs.values()]
    .filter((job) => job.id.startsWith(prefix))
    .filter((job) => status === null || statusOf(stateOf(job, now)) === status)
    .toReversed()
  const size = whole(query.get("page_size"), 10)
  const from = (whole(query.get("page_num"), 1) - 1) * size
  return send({ items: all.slice(from, from + size).map((job) => taskOf(job, request, desk)), total: all.length })
}

const path = /^\/ark\/api\/v3\/contents\/generations\/tasks(?:\/([^/]+))?$/

const routeOf = (request: Request, url: URL, desk: Desk): Route | undefined => {
  const match = path.exec(url.pathname)
  if (match === null) return undefined
  const { method } = request
  const id = match[1]
  if (id === undefined) {
    return method === "POST"
      ? { method, serve: () => create(request, desk) }
      : { method: "GET", serve: () => list(request, url, desk) }
  }
  const lookup = lookupOf(request, desk, decoded(id))
  return method === "DELETE"
    ? { method, serve: () => remove(desk, lookup) }
    : { method: "GET", serve: () => retrieve(request, desk, lookup) }
}

/** Ark's tasks that make videos, below `/ark/api/v3`. */
export const seedanceApi: Api = {
  route: routeOf,
  speaks: (_, { pathname }) => path.test(pathname),
  lost: (status, message, desk) => fail({ status, code: "NotFound", type: "NotFound", message }, desk)
}
