import { spawnSync } from "node:child_process"
import type { RealPart } from "./parts.ts"

const isThere = ({ probe: [command, ...args] }: RealPart): boolean =>
  spawnSync(command, args, { stdio: "ignore", timeout: 30_000 }).status === 0

/** The parts whose probe does not answer on this machine. */
export const missing = (parts: readonly RealPart[]): readonly RealPart[] => parts.filter((part) => !isThere(part))
