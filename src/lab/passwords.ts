/**
 * Argon2id as the package has it: version 19, its costs, a salt and a digest of common lengths. Each login pays the
 * costs: less than a GiB, 99 passes and 99 lanes at most.
 */
const written = /^\$argon2id\$v=19\$m=[1-9]\d{0,5},t=[1-9]\d?,p=[1-9]\d?\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,172}$/

/** Whether a text is a password's hash as {@link hashPassword} writes it. */
export const isPasswordHash = (text: string): boolean => written.test(text)

/** Whether a password is the one that a hash was made of. */
export type Verify = (hash: string, password: string) => Promise<boolean>

/** Argon2id, by the optional package `@node-rs/argon2`, on threads of its own. Rejects where that is not installed. */
export const loadArgon2 = async (): Promise<{
  readonly hash: (password: string) => Promise<string>
  readonly verify: Verify
}> => {
  const { hash, verify } = await import("@node-rs/argon2")
  return { hash: (password) => hash(password), verify: (written, password) => verify(written, password) }
}

/**
 * The hash of a password, for an account: Argon2id with 19 MiB, two passes and a salt of its own. Needs the optional
 * package `@node-rs/argon2`.
 */
export const hashPassword = async (password: string): Promise<string> => (await loadArgon2()).hash(password)
