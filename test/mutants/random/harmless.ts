import { ofCore } from "./harmless-core.ts"
import { ofFormats } from "./harmless-formats.ts"
import { ofGateway } from "./harmless-gateway.ts"
import type { Planted } from "./sample.ts"

/** A fault that nobody can notice. */
export interface Harmless {
  /** File below `src`. */
  readonly file: string
  /** The line that it stands on, without the space around it. */
  readonly said: string
  /** What is replaced there, which begins on that line, and what takes its place. */
  readonly find: string
  readonly replace: string
  readonly why: string
}

/** Faults that were drawn and are none. */
export const harmless: readonly Harmless[] = [...ofCore, ...ofFormats, ...ofGateway]

const members = ["file", "said", "find", "replace"] as const

/** Why a fault is none; undefined where it is one, or nobody has thought about it. */
export const whyHarmless = (fault: Planted): string | undefined =>
  harmless.find((known) => members.every((member) => known[member] === fault[member]))?.why
