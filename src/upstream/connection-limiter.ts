import { LinkedQueue, type QueueLink } from "../core/collections.ts"
import type { Timer, Timers } from "./turns.ts"
import type { UpstreamLimits, UpstreamRequest } from "./upstream.ts"

/** Why a request is not let through: its tenant has as much as it may, or the upstream has no more for anybody. */
export type LimiterRefusal = "tenant" | "upstream"

/** What a limiter reads of the limits, each time that it asks: they may change. */
export type LimiterQuota = Pick<UpstreamLimits, "sockets" | "queue" | "queueClock" | "share">

/** Lets a request through; it is told whether its tenant has many by now. */
type Pass = (isOfMany: boolean) => void

/** How many sockets of a tenant are few. */
const few = 8

/** A request that waits for a socket. */
interface Waiting {
  readonly pass: Pass
  readonly refuse: (why: LimiterRefusal) => void
  timer: Timer | undefined
}

/** What one tenant has; there is none of a tenant that has nothing. */
interface Tenant {
  readonly name: string
  sockets: number
  readonly queue: LinkedQueue<Waiting>
}

/**
 * Lets so many requests to one upstream pass at once, and so many more wait, shared out between tenants. A tenant may
 * take a socket while it has fewer than `share / (1 - share)` times as many as are free: alone it comes to `share` of
 * them, and of what several leave free a newcomer finds some at once (the dynamic thresholds of Choudhury and Hahne, "Dynamic
 * queue length thresholds for shared-memory packet switches", 1998). Of few, too, one tenant leaves one, unless its share
 * is all. A socket that comes free goes to the tenant that has the fewest. Places in the queue are shared out in the same way; where it is full, the newest request of the tenant
 * that waits most makes room for one that waits less. A step costs the square root of `sockets` or `queue` at most.
 */
export class ConnectionLimiter {
  readonly #quota: LimiterQuota
  readonly #timers: Pick<Timers, "set" | "clear" | "now">
  readonly #onIdle: () => void
  readonly #tenants = new Map<string, Tenant>()
  /** Tenants that wait, by their sockets and by how much of theirs waits. */
  readonly #bySockets = new Ranks<Tenant>()
  readonly #byQueue = new Ranks<Tenant>()
  /** How many sockets all tenants have. */
  #taken = 0
  #queued = 0
  #admitting = false

  /** `onIdle` is told each time that nobody has anything any more. */
  constructor(timers: Pick<Timers, "set" | "clear" | "now">, quota: LimiterQuota, onIdle: () => void = nothing) {
    this.#timers = timers
    this.#quota = quota
    this.#onIdle = onIdle
  }

  /** How many sockets nobody has: none, too, where there are fewer by now than are taken. */
  get #free(): number {
    return this.#quota.sockets - this.#taken
  }

  /** Calls `pass`, at once or later, or `refuse`. The answer takes the wish back; one that passed must {@link leave}. */
  enter(name: string, pass: Pass, refuse: (why: LimiterRefusal) => void): () => void {
    const tenant = this.#tenant(name)
    if (this.#mayConnect(tenant)) {
      this.#take(tenant)
      pass(tenant.sockets > few)
      return nothing
    }
    const refusal = this.#makeRoom(tenant)
    if (refusal !== undefined) {
      this.#forget(tenant)
      refuse(refusal)
      return nothing
    }
    return this.#wait(tenant, { pass, refuse, timer: undefined })
  }

  /** Frees a socket of a tenant's. */
  leave(name: string): void {
    const tenant = this.#tenant(name)
    this.#rank(tenant, () => void (tenant.sockets -= 1))
    this.#taken -= 1
    this.#forget(tenant)
    this.wake()
  }

  /** Lets those pass that may by now, where the quota is another. */
  wake(): void {
    if (this.#queued > 0) this.#admit()
  }

  #tenant(name: string): Tenant {
    const known = this.#tenants.get(name)
    if (known !== undefined) return known
    const tenant: Tenant = { name, sockets: 0, queue: new LinkedQueue() }
    this.#tenants.set(name, tenant)
    return tenant
  }

  #forget(tenant: Tenant): void {
    if (tenant.sockets > 0 || tenant.queue.size > 0) return
    this.#tenants.delete(tenant.name)
    if (this.#tenants.size === 0) this.#onIdle()
  }

  #mayConnect({ sockets }: Tenant): boolean {
    return this.#free > 0 && this.#isWithinShare(sockets, this.#free, this.#quota.sockets)
  }

  /** Whether who has so many of `all` may have one more while so many are free. */
  #isWithinShare(has: number, free: number, all: number): boolean {
    const { share } = this.#quota
    return has === 0 || (has * (1 - share) < free * share && (share === 1 || has + 1 < all))
  }

  #take(tenant: Tenant): void {
    this.#rank(tenant, () => void (tenant.sockets += 1))
    this.#taken += 1
  }

  /** Lets those pass that may: one after another, whatever passing does. */
  #admit(): void {
    if (this.#admitting) return
    this.#admitting = true
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const first = next.queue.first
      if (first === undefined) break
      this.#take(next)
      this.#remove(next, first)
      first.value.pass(next.sockets > few)
    }
    this.#admitting = false
  }

  #next(): Tenant | undefined {
    const least = this.#bySockets.lowest()
    return least !== undefined && this.#mayConnect(least) ? least : undefined
  }

  /** Why a tenant may not wait; undefined where there is a place for it, or one was made. */
  #makeRoom(tenant: Tenant): LimiterRefusal | undefined {
    const { queue } = this.#quota
    const places = queue - this.#queued
    if (places > 0) return this.#isWithinShare(tenant.queue.size, places, queue) ? undefined : "tenant"
    const fullest = this.#byQueue.highest()
    const newest = fullest?.queue.last
    if (fullest === undefined || newest === undefined || fullest.queue.size <= tenant.queue.size + 1) return this.#why()
    this.#remove(fullest, newest)
    newest.value.refuse("tenant")
    return undefined
  }

  /** Whoever waits while sockets are free waits for those of its own. */
  #why(): LimiterRefusal {
    return this.#free > 0 ? "tenant" : "upstream"
  }

  #wait(tenant: Tenant, waiting: Waiting): () => void {
    const link = this.#rank(tenant, () => tenant.queue.append(waiting))
    this.#queued += 1
    const giveUp = (): undefined => {
      if (this.#remove(tenant, link)) waiting.refuse(this.#why())
      return undefined
    }
    waiting.timer = this.#timers.set({ at: this.#timers.now() + this.#quota.queueClock, fire: giveUp })
    return () => void this.#remove(tenant, link)
  }

  /** Whether it still waited. */
  #remove(tenant: Tenant, link: QueueLink<Waiting>): boolean {
    if (!this.#rank(tenant, () => tenant.queue.remove(link))) return false
    this.#queued -= 1
    if (link.value.timer !== undefined) this.#timers.clear(link.value.timer)
    this.#forget(tenant)
    return true
  }

  /** Changes what a tenant has, and keeps its ranks, which it has while it waits. */
  #rank<A>(tenant: Tenant, change: () => A): A {
    if (tenant.queue.size > 0) {
      this.#bySockets.delete(tenant.sockets, tenant)
      this.#byQueue.delete(tenant.queue.size, tenant)
    }
    const changed = change()
    if (tenant.queue.size > 0) {
      this.#bySockets.add(tenant.sockets, tenant)
      this.#byQueue.add(tenant.queue.size, tenant)
    }
    return changed
  }
}

const nothing = (): void => undefined

/**
 * Things by a whole number. What is asked costs as many steps as there are different numbers: of things whose numbers
 * come to `n` together, the square root of `2n` at most.
 */
class Ranks<A> {
  readonly #levels = new Map<number, Set<A>>()

  /** Adds a thing that is not there. */
  add(rank: number, thing: A): void {
    const level = this.#levels.get(rank)
    if (level === undefined) this.#levels.set(rank, new Set([thing]))
    else level.add(thing)
  }

  /** Takes a thing away, if it is there. */
  delete(rank: number, thing: A): void {
    const level = this.#levels.get(rank)
    if (level?.delete(thing) === true && level.size === 0) this.#levels.delete(rank)
  }

  /** Of those with the lowest number, the one that has had it longest. */
  lowest(): A | undefined {
    return this.#longest(Math.min(...this.#levels.keys()))
  }

  /** Of those with the highest number, the one that has had it longest. */
  highest(): A | undefined {
    return this.#longest(Math.max(...this.#levels.keys()))
  }

  #longest(rank: number): A | undefined {
    const [thing] = this.#levels.get(rank) ?? []
    return thing
  }
}

/** Of how many upstreams the limiters are kept that nobody calls: making one costs more than asking it. */
const mostIdle = 256

/** The limiters of all upstreams, and how all are told that their quotas are others. */
interface Limiters {
  readonly limiterOf: (request: Pick<UpstreamRequest, "url" | "pool">) => ConnectionLimiter
  readonly wake: () => void
}

/** A limiter for each upstream that is called; of many, for as long as anybody calls it. */
export const limitersOf = (timers: Timers, limits: UpstreamLimits): Limiters => {
  const known = new Map<string, ConnectionLimiter>()
  const limiterOf = ({ url, pool }: Pick<UpstreamRequest, "url" | "pool">): ConnectionLimiter => {
    const origin = url.slice(0, Math.max(0, url.indexOf("/", url.indexOf("//") + 2)))
    const id = pool === undefined ? origin : `${origin} ${pool.name} ${pool.sockets} ${pool.queue}`
    const limiter = known.get(id)
    if (limiter !== undefined) return limiter
    const made = new ConnectionLimiter(timers, quotaOf(limits, pool), () => {
      if (known.size > mostIdle) known.delete(id)
    })
    known.set(id, made)
    return made
  }
  return { limiterOf, wake: () => known.forEach((limiter) => limiter.wake()) }
}

/** The quota of an upstream: what its operator chose for it alone, and for the rest what holds for all now. */
const quotaOf = (limits: UpstreamLimits, pool: UpstreamRequest["pool"]): LimiterQuota => ({
  get sockets() {
    return pool?.sockets ?? limits.sockets
  },
  get queue() {
    return pool?.queue ?? limits.queue
  },
  get queueClock() {
    return limits.queueClock
  },
  get share() {
    return limits.share
  }
})
