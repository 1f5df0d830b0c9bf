import { base64Of } from "./images/base64.ts"
import { pngOf } from "./images/png.ts"

/** A dressing task as the sandbox tells of it: how far it is, and of one that is done its own code and a `data:` URL. */
export type SandboxDressing =
  | { readonly status: "IN_QUEUE" | "GENERATING" | "EXPIRED" }
  | { readonly status: "DONE"; readonly code: number; readonly imageUrl: string }

const waiting: ReadonlyMap<string, SandboxDressing> = new Map([
  ["sandbox-dressing-in-queue", { status: "IN_QUEUE" }],
  ["sandbox-dressing-generating", { status: "GENERATING" }],
  ["sandbox-dressing-expired", { status: "EXPIRED" }]
])

/** The one that is done. */
const done = "sandbox-dressing"

const picture = { width: 64, height: 96, colour: [190, 120, 150], text: done } as const

/**
 * The dressing tasks that a sandbox has: `sandbox-dressing` is done, and one of each other state has that after a hyphen
 * in its id. Undefined where there is none.
 */
export const dressingTask = async (taskId: string): Promise<SandboxDressing | undefined> =>
  taskId === done
    ? { status: "DONE", code: 200, imageUrl: `data:image/png;base64,${base64Of(await pngOf(picture))}` }
    : waiting.get(taskId)
