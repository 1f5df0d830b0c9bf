/** The longest name of a form's field, as no head of a part is longer (`formLimits` of `src/endpoints/form.ts`). */
const longestName = 16_384

/**
 * Whether readers of forms hold the name of a field differently. They drop blanks and backslashes, decode percent signs,
 * and read a member behind a dot (https://learn.microsoft.com/aspnet/core/mvc/models/model-binding, the `allowDots` of
 * https://github.com/ljharb/qs), which is an underscore to PHP, as is a bracket that does not match
 * (https://www.php.net/manual/en/language.variables.external.php). `_charset_` says how all others are read (RFC 7578, 4.6).
 */
export const isAmbiguousField = (name: string): boolean =>
  name.length > longestName || name === "_charset_" || readDifferently.test(name) || !hasPairs(name)

const readDifferently = /[\s\\%.\p{Cc}]/u

/** Whether a name is a text and any number of others in brackets behind it. */
const hasPairs = (name: string): boolean => {
  const [first, ...inner] = name.split("[")
  return first !== "" && first?.includes("]") === false && inner.every(endsBracket)
}

const endsBracket = (step: string): boolean => step !== "" && step.indexOf("]") === step.length - 1

/** The members that the name of a field leads down, without places in lists: `a` and `b` of `a[b][0]`. */
export const membersOfField = (name: string): readonly string[] =>
  name
    .split("[")
    .map((step) => step.replace("]", ""))
    .filter((step) => !/^\d*$/.test(step))
