import { type PlacedProblem, type Path, shownName } from "./problem.ts"

/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A value in which every `${NAME}` of a text stands replaced, and the names that have no variable. */
export const substitute = (
  value: unknown,
  variables: Variables
): { readonly value: unknown; readonly found: readonly PlacedProblem[] } => {
  const found: PlacedProblem[] = []
  return { value: replaced(value, variables, [], found), found }
}

const replaced = (value: unknown, variables: Variables, path: Path, found: PlacedProblem[]): unknown => {
  if (typeof value === "string") return replacedText(value, variables, path, found)
  if (Array.isArray(value)) return value.map((item, index) => replaced(item, variables, [...path, index], found))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaced(member, variables, [...path, key], found)])
  )
}

const replacedText = (text: string, variables: Variables, path: Path, found: PlacedProblem[]): string =>
  text.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value !== undefined) return value
    const shown = shownName(name, /^[A-Za-z_]\w{0,63}$/)
    found.push({ path, message: `needs the environment variable \`${shown}\`, which is not set.` })
    return ""
  })
