const factor = Number(process.env["ISOGLOSS_RUNS_FACTOR"] ?? 1)

/** How often each law is tried: 100 times, times ISOGLOSS_RUNS_FACTOR. */
export const runs = 100 * factor

/**
 * Where the values begin: the same for every plain run, so that a change is judged by the values that the last one was;
 * new ones for long runs, which look for what nobody has seen. ISOGLOSS_SEED sets it.
 */
export const seed = process.env["ISOGLOSS_SEED"] ?? (factor === 1 ? "isogloss" : String(Date.now()))
