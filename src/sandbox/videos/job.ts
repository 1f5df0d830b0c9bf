import { digest } from "../digest.ts"
import type { JsonObject } from "../json.ts"
import type { Behaviour, Model } from "../model.ts"
import { keep } from "../shelf.ts"
import { filmsOf, lifetime } from "./film.ts"
import type { Film } from "./film.ts"

/** A task that makes videos. */
export interface Job {
  readonly id: string
  /** The vendor's model, as it was asked for. */
  readonly model: string
  readonly behaviour: Behaviour
  /** What was asked for. */
  readonly body: JsonObject
  /** Unix milliseconds: when it was submitted, when it begins, and when it ends. */
  readonly submitted: number
  readonly begins: number
  readonly ends: number
  /** The names of the videos that it shows, and how many it withholds. */
  readonly films: readonly string[]
  readonly withheld: number
}

/** Where tasks and their videos are kept, the newest last, and the clock that they go by. */
export interface Studio {
  /** Milliseconds. */
  readonly now: () => number
  /** By id. */
  readonly jobs: Map<string, Job>
  /** By name. */
  readonly films: Map<string, Film>
}

/** What is asked for. */
interface Order {
  readonly id: string
  readonly model: Model<unknown>
  readonly prompt: string
  readonly count: number
  readonly body: JsonObject
}

/** How a task stands. A refused one fell over its prompt, a filtered one over all of its videos. */
export type State =
  | { readonly at: "queued" }
  | { readonly at: "running"; /** Percent. */ readonly progress: number }
  | { readonly at: "succeeded" | "failed" | "refused" | "filtered" }

/** Milliseconds that a task waits, and that its videos take then; ten times as long where the model is slow. */
const waits = 1000
const takes = 3000

/** How many tasks and videos are kept. */
const most = 50_000

const filmName = (job: string, index: number): string => digest(`${job} film ${index}`, 24)

/** Takes an order: everything that will become of it is known from then on, by the clock alone. */
export const submit = ({ id, model, prompt, count, body }: Order, { now, jobs, films }: Studio): Job => {
  const { behaviour } = model
  const submitted = now()
  const pace = behaviour === "slow" ? 10 : 1
  const begins = submitted + waits * pace
  const ends = begins + takes * pace
  const withheld = behaviour === "filtered" ? 1 : 0
  const made = filmsOf(prompt, count - withheld, { arrived: body, from: ends, cut: behaviour === "cut" })
  const names = made.map((_, index) => filmName(id, index))
  const job = { id, model: model.id, behaviour, body, submitted, begins, ends, films: names, withheld }
  keep(jobs, id, job, most)
  if (outcomeOf(job) === "succeeded") {
    for (const [index, film] of made.entries()) keep(films, filmName(id, index), film, most)
  }
  return job
}

const outcomeOf = ({ behaviour, films }: Job): "succeeded" | "failed" | "refused" | "filtered" => {
  if (behaviour === "failed") return "failed"
  if (behaviour === "refuse") return "refused"
  return films.length === 0 ? "filtered" : "succeeded"
}

/** How a task stands at a time. */
export const stateOf = (job: Job, now: number): State => {
  if (now < job.begins) return { at: "queued" }
  if (now >= job.ends) return { at: outcomeOf(job) }
  return { at: "running", progress: Math.floor((100 * (now - job.begins)) / (job.ends - job.begins)) }
}

/** Forgets a task and its videos. */
export const forget = ({ id, films: names }: Job, { jobs, films }: Studio): void => {
  jobs.delete(id)
  for (const name of names) films.delete(name)
}

/** The video of a name, where it is there now. */
export const filmAt = (name: string | undefined, { films, now }: Studio): Film | undefined => {
  const film = films.get(name ?? "")
  return film !== undefined && film.from <= now() && now() < film.until ? film : undefined
}

/** When the videos of a task are gone, in Unix milliseconds. */
export const goneAt = ({ ends }: Job): number => ends + lifetime

/** Whether polls of a task fail now, though the task will succeed: while it is made, where the model says so. */
export const falters = (job: Job, now: number): boolean =>
  job.behaviour === "error-mid" && stateOf(job, now).at === "running"

/** The behaviours that show in a task rather than in the answer to its submit. */
const later: ReadonlySet<Behaviour> = new Set(["failed", "refuse", "error-mid"])

/** Whether a model answers a submit with an error where it has one for its behaviour. */
export const failsAtOnce = ({ behaviour }: Model<unknown>): boolean => !later.has(behaviour)
