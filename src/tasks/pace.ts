/** Up to a quarter is added by `chance`, from 0 to 1, so that tasks that began together do not stay together. */
const spread = (pause: number, chance: number): number => Math.round(pause * (1 + chance / 4))

/** From submitting a task until the upstream is first asked about it: 2 s and a little, in milliseconds. */
export const firstPause = (chance: number): number => spread(2_000, chance)

/** From the poll after so many others until the next: 10 s, growing by half each time up to a minute, in milliseconds. */
export const pauseAfter = (polls: number, chance: number): number =>
  spread(Math.min(48_000, 10_000 * 1.5 ** polls), chance)
