import type { Case, Target } from "./target.ts"

/** Below this many milliseconds of the processor the compiler and the collector say more than the work. */
const floor = 40

/** How often the median's cost a byte a case may have. */
const most = 40

/** Bytes that every case counts as if it had them: what a case of none costs. */
const base = 2000

/** How many cases the median is taken of. */
const remembered = 400

/** How often a case that looks dear is measured again: a busy machine only ever adds to it. */
const tries = 3

const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How many milliseconds of the processor were spent on looking at what cases led to. */
let spent = 0

/** Looks at what a case led to: that is no cost of the case. */
export const checking = <A>(look: () => A): A => {
  const before = used()
  try {
    return look()
  } finally {
    spent += used() - before
  }
}

const clock = (): number => used() - spent

/** What cases cost this thread, in milliseconds a byte: one that costs much more than the median is dear. */
export class Costs {
  readonly #ratios: number[] = []
  #dear = false

  /** Whether the case that was last watched is dear. */
  get isDear(): boolean {
    return this.#dear
  }

  /** Does a case, and looks what it costs. */
  async watch<A>(size: number, work: () => Promise<A>): Promise<A> {
    const before = clock()
    const done = await work()
    let ms = clock() - before
    for (let time = 0; time < tries && this.#exceeds(ms, size); time++) {
      const start = clock()
      await work()
      ms = Math.min(ms, clock() - start)
    }
    this.#dear = this.#exceeds(ms, size)
    this.#ratios.push(ms / (size + base))
    if (this.#ratios.length > remembered) this.#ratios.shift()
    return done
  }

  /** Whether another case of the target is dear, as a fault. */
  async again(target: Target, made: Case): Promise<string | undefined> {
    await this.watch(made.bytes.length, async () => target.fault(made))
    return this.#dear ? "too dear: more time a byte than others" : undefined
  }

  #exceeds(ms: number, size: number): boolean {
    return ms > floor && ms / (size + base) > most * this.#median()
  }

  #median(): number {
    const sorted = this.#ratios.toSorted((a, b) => a - b)
    return sorted[sorted.length >> 1] ?? Number.POSITIVE_INFINITY
  }
}
