/** A defect of one line, planted to see whether the suite notices it. */
export interface Mutant {
  /** What is wrong with it, in a few words. */
  readonly name: string
  /** File below `src`. */
  readonly file: string
  /** Text that stands exactly once in the file … */
  readonly find: string
  /** … and what takes its place. */
  readonly replace: string
  /** Test files or folders below `test` of which at least one must fail. */
  readonly caughtBy: readonly string[]
}
