/** A value while it is being put together. */
export type MutableDraft<A> = { -readonly [Key in keyof A]: A[Key] }

/** Sets a field where there is a value for it. */
export const setDefined = <A, Key extends keyof A>(node: A, key: Key, value: A[Key] | undefined): void => {
  if (value !== undefined) node[key] = value
}
