import { decoded } from "../../api.ts"
import type { Api, Route } from "../../api.ts"
import type { Desk } from "../../desk.ts"
import { numberAt, readJson, textAt } from "../../json.ts"
import { refused } from "../../refusal.ts"
import type { Found } from "../../refusal.ts"
import { sendFilm } from "../../videos/film.ts"
import { failsAtOnce, falters, filmAt, submit } from "../../videos/job.ts"
import { linkToFilm } from "../../videos/links.ts"
import { callerOf } from "../context.ts"
import { failureOf, overloaded } from "../error.ts"
import { fail, send } from "../reply.ts"
import { contextOf } from "./context.ts"
import type { Form, Target } from "./context.ts"
import { operationOf } from "./operation.ts"
import { downloadRefusals, pollRefusals, submitRefusals } from "./refusals.ts"

const refuse = <Seen>({ refusal, problem }: Found<Seen>): Response => {
  const { name, status, type, code } = refusal
  return fail({ status, type, reason: code, message: problem.message, field: problem.param }, name)
}

const unknown = (what: string): Parameters<typeof fail>[0] => ({
  status: 404,
  type: "NOT_FOUND",
  message: `${what} is not found.`
})

const start = async (request: Request, url: URL, desk: Desk, to: Target): Promise<Response> => {
  const context = contextOf(callerOf(request.headers, url, desk.key), to, await request.text())
  const found = refused(submitRefusals, context)
  if (found !== undefined) return refuse(found)
  const { model, body, instance, parameters } = context
  if (model === undefined) return fail(unknown(to.resource))
  const failure = failsAtOnce(model) ? failureOf(model.behaviour, false) : undefined
  if (failure !== undefined) return fail(failure)
  const prompt = textAt(instance, "prompt") ?? ""
  const count = numberAt(parameters, "sampleCount") ?? 1
  const id = `${to.resource}/operations/${desk.requestId("")}`
  return send({ name: submit({ id, model, prompt, count, body }, desk).id })
}

interface Poll {
  readonly form: Form
  readonly resource: string
  readonly name: string
}

const poll = (request: Request, url: URL, desk: Desk, { form, resource, name }: Poll): Response => {
  const own = name.startsWith(`${resource}/operations/`)
  const job = own ? desk.jobs.get(name) : undefined
  const found = refused(pollRefusals, { caller: callerOf(request.headers, url, desk.key), name, job })
  if (found !== undefined) return refuse(found)
  if (job === undefined) return fail(unknown(name))
  return falters(job, desk.now()) ? fail(overloaded) : send(operationOf(job, form, request, desk))
}

const fetchOperation = async (request: Request, url: URL, desk: Desk, { form, resource }: Target): Promise<Response> =>
  poll(request, url, desk, { form, resource, name: textAt(readJson(await request.text()), "operationName") ?? "" })

const download = (request: Request, url: URL, desk: Desk, name: string): Response => {
  const caller = callerOf(request.headers, url, desk.key)
  const found = refused(downloadRefusals, { caller, query: url.searchParams })
  if (found !== undefined) return refuse(found)
  const film = filmAt(name, desk)
  if (film === undefined) return fail(unknown(`files/${name}`), "unknown-file")
  if (desk.links === "data") return sendFilm(film)
  return new Response(null, { status: 302, headers: { location: linkToFilm(name, request, desk) } })
}

const targetOf = (form: Form, resource: string): Target => ({
  form,
  resource,
  model: resource.slice(resource.lastIndexOf("/") + 1)
})

const geminiPath = /^\/v1beta\/(?:(models\/[^/:]+)(:predictLongRunning|\/operations\/[^/:]+)|files\/([^/:]+):download)$/
const vertexPath =
  /^\/v1(?:beta1)?\/((?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/google\/models\/[^/:]+):(predictLongRunning|fetchPredictOperation)$/

const geminiRoute = (request: Request, url: URL, desk: Desk): Route | undefined => {
  const [, resource = "", rest = "", file] = geminiPath.exec(decoded(url.pathname)) ?? [undefined]
  if (file !== undefined) return { method: "GET", serve: () => download(request, url, desk, file) }
  if (resource === "") return undefined
  const to = targetOf("gemini", resource)
  return rest.startsWith(":")
    ? { method: "POST", serve: () => start(request, url, desk, to) }
    : { method: "GET", serve: () => poll(request, url, desk, { form: "gemini", resource, name: `${resource}${rest}` }) }
}

const vertexRoute = (request: Request, url: URL, desk: Desk): Route | undefined => {
  const [, resource = "", verb] = vertexPath.exec(decoded(url.pathname)) ?? [undefined]
  if (resource === "") return undefined
  const to = targetOf("vertex", resource)
  const serve = verb === "predictLongRunning" ? start : fetchOperation
  return { method: "POST", serve: () => serve(request, url, desk, to) }
}

/** Veo on the Gemini API and on Vertex: operations, and the files that they make. */
export const veoApi: Api = {
  route: (request, url, desk) => geminiRoute(request, url, desk) ?? vertexRoute(request, url, desk),
  speaks: (_, { pathname }) => geminiPath.test(pathname) || /^\/v1(beta1)?\/(projects|publishers)\//.test(pathname),
  lost: (status, message) => fail({ status, type: status === 404 ? "NOT_FOUND" : "UNIMPLEMENTED", message })
}
