/** One thing that is wrong with a configuration. */
export interface Problem {
  /** The key, as `keys[0].models`; empty: the whole file. */
  readonly key: string
  /** What is wrong with it and what to do, to be read after the key. */
  readonly message: string
  /** The line in the file that it stands on, from 1, where it is known. */
  readonly line?: number
}

/** The steps to a value: member names and indices. */
export type Path = readonly PropertyKey[]

/** Something wrong at a place of a file. */
export interface Found {
  readonly path: Path
  readonly message: string
}

/** A path as people write it. */
export const keyOf = (path: Path): string =>
  path.reduce<string>((key, step) => {
    if (typeof step === "number") return `${key}[${step}]`
    return key === "" ? String(step) : `${key}.${String(step)}`
  }, "")

/** A problem as one line of text. */
export const print = ({ key, message, line }: Problem): string =>
  `${line === undefined ? "" : `line ${line}: `}${key === "" ? "" : `\`${key}\` `}${message}`
