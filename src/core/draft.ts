/** A value while it is being put together. */
export type Draft<A> = { -readonly [Key in keyof A]: A[Key] }

/** Sets a field where there is a value for it. */
export const set = <A, Key extends keyof A>(node: A, key: Key, value: A[Key] | undefined): void => {
  if (value !== undefined) node[key] = value
}
