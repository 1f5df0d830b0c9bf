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
export interface PlacedProblem {
  readonly path: Path
  readonly message: string
  /** That the last step is a name which no configuration has. */
  readonly stranger?: true
}

/** A name that somebody chose. */
const chosen = /^[\w.-]{1,64}$/

/** A word, as the keys of a configuration are; a secret has digits, or is longer. */
const word = /^[A-Za-z_-]{1,24}$/

/**
 * A path as people write it. What is no name is not shown, nor is a last step that is a `stranger` and no word: where a
 * colon or a space was forgotten it is somebody's key.
 */
export const problemKey = (path: Path, stranger = false): string =>
  path.reduce<string>((key, step, index) => {
    if (typeof step === "number") return `${key}[${step}]`
    const isLast = index === path.length - 1
    const name = shownName(String(step), stranger && isLast ? word : chosen)
    return key === "" ? name : `${key}.${name}`
  }, "")

/** A name where it is one, and a sign that there is another where it may be a secret. */
export const shownName = (name: string, shape: RegExp): string => (shape.test(name) ? name : "…")

/** The names that somebody chose, to choose from; what is no name may be a secret and is not shown. */
export const quotedChoices = (names: Iterable<string>): string =>
  Array.from(names, (name) => `\`${shownName(name, chosen)}\``).join(", ")

/** A problem as one line of text. */
export const printProblem = ({ key, message, line }: Problem): string =>
  `${line === undefined ? "" : `line ${line}: `}${key === "" ? "" : `\`${key}\` `}${message}`
