import type { Timer } from "../../src/upstream/turns.ts"
import { ConnectionLimiter, type LimiterRefusal, type LimiterQuota } from "../../src/upstream/connection-limiter.ts"

/** One request of a crowd, and what became of it. */
export interface Asker {
  readonly tenant: string
  state: "asking" | "waiting" | "inside" | "refused" | "gone"
  why?: LimiterRefusal
  /** What it was told as it passed. */
  isOfMany?: boolean
  takeBack: () => void
}

/** A limiter whose clock stands until it is moved, and everybody who ever asked it. */
export const crowdAt = (room: Omit<LimiterQuota, "queueClock">) => {
  const timers = new Set<Timer>()
  const clock = { now: 0, idle: 0 }
  const limiter = new ConnectionLimiter(
    {
      now: () => clock.now,
      clear: (timer) => void timers.delete(timer),
      set: (timer) => {
        timers.add(timer)
        return timer
      }
    },
    { ...room, queueClock: 10_000 },
    () => (clock.idle += 1)
  )
  const askers: Asker[] = []
  const passed: Asker[] = []
  const ask = (tenant: string, onPass: (asker: Asker) => void = () => undefined): Asker => {
    const asker: Asker = { tenant, state: "asking", takeBack: () => undefined }
    askers.push(asker)
    const takeBack = limiter.enter(
      tenant,
      (isOfMany) => {
        asker.isOfMany = isOfMany
        onPass(asker)
        asker.state = "inside"
        passed.push(asker)
      },
      (why) => {
        asker.state = "refused"
        asker.why = why
      }
    )
    asker.takeBack = takeBack
    if (asker.state === "asking") asker.state = "waiting"
    return asker
  }
  const leave = (asker: Asker): void => {
    const { state } = asker
    asker.state = "gone"
    if (state === "inside") limiter.leave(asker.tenant)
    else asker.takeBack()
  }
  const wait = (ms: number): void => {
    clock.now += ms
    for (const timer of timers) {
      if (timer.at > clock.now) continue
      timers.delete(timer)
      timer.fire(clock.now)
    }
  }
  const count = (state: Asker["state"], tenant?: string): number =>
    askers.filter((asker) => asker.state === state && (tenant === undefined || asker.tenant === tenant)).length
  return { ask, leave, wait, count, askers, passed, timers, clock }
}

/** So many requests of one tenant. */
export const askTimes = ({ ask }: ReturnType<typeof crowdAt>, tenant: string, times: number): readonly Asker[] =>
  Array.from({ length: times }, () => ask(tenant))
