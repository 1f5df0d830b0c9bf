/** How often each law is tried: 100 times, times ISOGLOSS_RUNS_FACTOR. */
export const runs = 100 * Number(process.env["ISOGLOSS_RUNS_FACTOR"] ?? 1)
