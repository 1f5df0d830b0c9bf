/** What a total function answers: a value, or why there is none. */
export type Result<A, E> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: E }

/** A result that holds a value. */
export const succeed = <A>(value: A): { readonly ok: true; readonly value: A } => ({ ok: true, value })

/** A result that says why there is no value. */
export const fail = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
