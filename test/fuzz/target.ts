import type { Random } from "../bench/random.ts"

/** One input of a target, as it is printed when it fails. */
export interface Case {
  readonly bytes: Uint8Array
  /** All else that the target does with the bytes. */
  readonly how: Readonly<Record<string, string | number | boolean>>
}

/** What is fed with inputs that nobody would write. */
export interface Target {
  readonly name: string
  /** Whether who writes its inputs may make them as dear as they like. */
  readonly trusted?: true
  readonly make: (random: Random) => Case
  /** What is wrong with what a case led to: `kind: more`. Undefined: nothing. */
  readonly fault: (made: Case) => Promise<string | undefined> | string | undefined
  /** Asked after every batch of cases: whether those who had no part in them notice anything. */
  readonly bystander?: () => Promise<string | undefined>
  readonly close?: () => Promise<void>
}

/** A kind of fault, without what differs from case to case. */
export const kindOf = (fault: string): string => fault.split(":", 1)[0] ?? fault
