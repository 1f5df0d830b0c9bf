/** A value while it is being built, member by member. */
export type Draft<A> = { -readonly [K in keyof A]: A[K] }
