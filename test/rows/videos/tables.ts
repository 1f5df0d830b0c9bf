import type { VideoTable } from "./row.ts"
import { seedance } from "./seedance.ts"
import { sora } from "./sora.ts"
import { veoOnGeminiApi, veoOnVertex } from "./veo.ts"

/** The tables of the families. */
export const videoTables: readonly VideoTable[] = [veoOnGeminiApi, veoOnVertex, sora, seedance]
