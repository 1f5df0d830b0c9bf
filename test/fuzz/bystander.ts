import type { Rig } from "./rig.ts"

/** Asks for another client, and tells where it is answered otherwise than when it was alone. */
export const bystander = (rig: Rig): (() => Promise<string | undefined>) => {
  let alone: string | undefined
  return async () => {
    const told = await rig.other()
    alone ??= told
    return told === alone && told.startsWith("200 ") ? undefined : `told ${JSON.stringify(told.slice(0, 300))}`
  }
}
