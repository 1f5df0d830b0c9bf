import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { LinkedQueue, type QueueLink } from "../core/collections.ts"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

/** How long may be worked before sockets and timers are looked at, in milliseconds: on about two requests. */
const share = 0.2

/** The same while one account is alone: each look costs something, and nobody waits for it. */
const aloneShare = 5

/** How many turns of the loop in a row the lines let go by for those who stand in none. */
const mostPassed = 2

/** How long an account is not alone after another had something to do, in milliseconds. */
const memory = 1000

/**
 * The turns of requests and answers at the one thread that they share. As long as there is little to do each goes at
 * once. Once there was work for {@link share} milliseconds, one step of each account goes in each turn of the loop, and
 * the others stand in a line of their account: whoever sends hundreds at once waits behind itself, and whoever sends one
 * waits at none of its steps for more than one of each other's. Where somebody went who stands in no line, sockets are
 * looked at again, {@link mostPassed} times at most, before the lines go on: they may bring what it does next. An account
 * that is alone works longer at once.
 */
export class LoopTurns {
  readonly #now: () => number
  readonly #later: (go: () => void) => void
  readonly #lines = new AccountLines()
  /** The accounts of which a step went in this turn of the loop though there is much to do. */
  readonly #gone = new Set<string>()
  /** When whoever has the turn took it up; 0 where nobody has. */
  #since = 0
  #spent = 0
  #isBusy = false
  /** How many turns the lines let go by. */
  #passed = 0
  /** The account that had something to do last, and when it was last another. */
  #last = ""
  #changed = -memory

  /** `now` tells milliseconds; `later` does something once sockets and timers were looked at. */
  constructor(now: () => number, later: (go: () => void) => void) {
    this.#now = now
    this.#later = later
  }

  /** Takes up work, where an account may: it lasts until anybody rests or begins. Whoever may not has to {@link wait}. */
  begin(account: string): boolean {
    this.rest()
    if (account !== this.#last) {
      this.#last = account
      this.#changed = this.#now()
    }
    if (this.#isBusy) {
      if (this.#gone.has(account) || this.#lines.holds(account)) return false
      this.#gone.add(account)
    }
    this.#since = this.#now()
    return true
  }

  /** What was taken up is done, or goes on elsewhere. */
  rest(): void {
    if (this.#since === 0) return
    this.#spent += this.#now() - this.#since
    this.#since = 0
    if (this.#isBusy || this.#spent < this.#share) return
    this.#isBusy = true
    this.#later(this.#round)
  }

  /** Stands in an account's line, before all who have not begun where it goes on with something. What comes back leaves it. */
  wait(account: string, go: () => void, goesOn = false): () => void {
    return this.#lines.wait(account, go, goesOn)
  }

  /** The turns of one account. */
  of(account: string): AccountTurns {
    return {
      begin: () => this.begin(account),
      rest: () => this.rest(),
      wait: (go) => this.wait(account, go, true)
    }
  }

  /** Does work in an account's turn. */
  take<A, E, R>(account: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    if (this.begin(account)) return work
    const waited = Effect.callback<void>((resume) => {
      const leave = this.wait(account, () => resume(Effect.void))
      return Effect.sync(leave)
    })
    return Effect.andThen(waited, work)
  }

  get #share(): number {
    return this.#now() - this.#changed < memory ? share : aloneShare
  }

  readonly #round = (): void => {
    if (this.#mayPass()) this.#passed += 1
    else this.#letGo()
    this.#gone.clear()
    this.#since = 0
    this.#spent = 0
    this.#isBusy = !this.#lines.isEmpty
    if (this.#isBusy) this.#later(this.#round)
  }

  /** Whether the lines let a turn go by: somebody went in it who stands in none. */
  #mayPass(): boolean {
    return !this.#lines.isEmpty && this.#passed < mostPassed && [...this.#gone].some((one) => !this.#lines.holds(one))
  }

  #letGo(): void {
    this.#passed = 0
    const until = this.#now() + this.#share
    do this.#lines.round()
    while (!this.#lines.isEmpty && this.#share === aloneShare && this.#now() < until)
  }
}

/** The turns of one account among the others', as {@link LoopTurns} has them, for who goes on with what it began. */
export interface AccountTurns {
  readonly begin: () => boolean
  readonly rest: () => void
  readonly wait: (go: () => void) => () => void
}

/** The turns at the thread of this process, whoever works there. */
export const ThreadTurns = Context.Reference<LoopTurns>("isogloss/ThreadTurns", {
  defaultValue: () => new LoopTurns(() => performance.now(), afterSockets)
})

/** Whoever waits for the one thread, in a line for each account. */
class AccountLines {
  readonly #lines = new Map<string, LinkedQueue<() => void>>()

  /** Whether nobody waits. */
  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  /** Whether anybody of an account waits. */
  holds(account: string): boolean {
    return this.#lines.has(account)
  }

  /** Stands in an account's line, as its first where it goes on with something. What comes back leaves it. */
  wait(account: string, go: () => void, goesOn: boolean): () => void {
    const line = this.#lines.get(account) ?? new LinkedQueue()
    this.#lines.set(account, line)
    const link = goesOn ? line.prepend(go) : line.append(go)
    return () => {
      if (line.remove(link)) this.#keep(account, line)
    }
  }

  /** Lets the first of each line go. */
  round(): void {
    for (const [account, line] of Array.from(this.#lines)) {
      const { first } = line
      if (first === undefined) continue
      line.remove(first)
      this.#keep(account, line)
      first.value()
    }
  }

  #keep(account: string, { size }: LinkedQueue<() => void>): void {
    if (size === 0) this.#lines.delete(account)
  }
}

/** Does something once sockets and timers were looked at. */
export const afterSockets = (go: () => void): void =>
  void Effect.runFork(Effect.andThen(Effect.yieldNow, Effect.sync(go)))

/** Something that is looked at when its time has come. Times are epoch milliseconds. */
export interface Timer {
  at: number
  /** Where it stands while it is set. */
  link?: QueueLink<Timer> | undefined
  /** Says when to look again; undefined: never. */
  readonly fire: (now: number) => number | undefined
}

/** The least time between two looks, in milliseconds: so late a timer may be. */
const resolution = 20

/**
 * Many timers on one sleeping fiber: setting one costs a link of a list. Moving `at` to a later time is free, so a
 * clock that starts anew with every byte costs nothing a byte.
 */
export class Timers {
  readonly #timers = new LinkedQueue<Timer>()
  readonly #clock: Clock.Clock
  readonly #run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
  #wakes = Infinity
  #sleeper: Fiber.Fiber<void> | undefined

  constructor(clock: Clock.Clock, run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>) {
    this.#clock = clock
    this.#run = run
  }

  /** Timers on the clock of the fiber that makes them; none fires once its scope is closed. */
  static readonly make: Effect.Effect<Timers, never, Scope.Scope> = Effect.gen(function* () {
    const timers = new Timers(yield* Clock.Clock, Effect.runForkWith(yield* Effect.context()))
    yield* Effect.addFinalizer(() => Effect.sync(() => timers.#silence()))
    return timers
  })

  /** The time now. */
  now(): number {
    return this.#clock.currentTimeMillisUnsafe()
  }

  /** Sets a timer. */
  set(timer: Timer): Timer {
    timer.link ??= this.#timers.append(timer)
    if (timer.at < this.#wakes) this.#sleepUntil(timer.at)
    return timer
  }

  /** Takes a timer back. Nobody sleeps where none is left: a process would live on for that. */
  clear(timer: Timer): void {
    if (this.#remove(timer) && this.#timers.size === 0) this.#rest()
  }

  /** Whether it was set. */
  #remove(timer: Timer): boolean {
    const { link } = timer
    timer.link = undefined
    return link !== undefined && this.#timers.remove(link)
  }

  #sleepUntil(at: number): void {
    this.#sleeper?.interruptUnsafe()
    this.#wakes = at
    const wake = Effect.sync(() => this.#wake())
    this.#sleeper = this.#run(Effect.andThen(this.#clock.sleep(Duration.millis(Math.max(0, at - this.now()))), wake))
  }

  #wake(): void {
    this.#sleeper = undefined
    this.#wakes = Infinity
    const now = this.now()
    let next = Infinity
    for (const timer of this.#timers.values) {
      if (timer.at <= now) {
        const again = timer.fire(now)
        if (again === undefined) this.#remove(timer)
        else timer.at = again
      }
      if (timer.link !== undefined) next = Math.min(next, timer.at)
    }
    if (next < this.#wakes) this.#sleepUntil(Math.max(next, now + resolution))
  }

  #silence(): void {
    for (const timer of this.#timers.values) this.#remove(timer)
    this.#rest()
  }

  #rest(): void {
    this.#sleeper?.interruptUnsafe()
    this.#wakes = Infinity
  }
}

/** All steps; between them timers and sockets have their turn. */
export const stepsInTurns = <A>(steps: Generator<void, A, void>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const step = steps.next()
    return step.done === true ? Effect.succeed(step.value) : Effect.andThen(Effect.yieldNow, stepsInTurns(steps))
  })
