import type { Spread } from "./measure.ts"

/** What a figure has to be: at most `limit` to pass; `aim` is printed beside it. */
export interface Goal {
  readonly limit: number
  readonly aim?: number
}

/** One line of a table: a measured figure, or why there is none. */
export type Row =
  | {
      readonly kind: "figure"
      readonly label: Label
      readonly figure: Spread
      readonly unit: "x" | "KB" | "MB" | "ms"
      readonly cost?: number
      readonly goal?: Goal
    }
  | { readonly kind: "absent"; readonly label: Label; readonly why: string }
  | { readonly kind: "wrong"; readonly label: Label; readonly why: string }

/** Which case, and who ran it. */
export interface Label {
  readonly case: string
  readonly who: string
}

/** Whether a row lets the run pass. What is not there yet is neither good nor bad. */
export const passes = (row: Row): boolean => {
  if (row.kind === "figure") return row.goal === undefined || row.figure.median <= row.goal.limit
  return row.kind === "absent"
}

/** The row of what was not measured. Only the library's own mistakes are a miss; another's are a pity. */
export const unmeasured = (one: { readonly why: string; readonly wrong?: boolean }, label: Label): Row => ({
  kind: one.wrong === true && label.who === "isogloss" ? "wrong" : "absent",
  label,
  why: one.wrong === true ? `wrong: ${one.why}` : one.why
})

/** What one section measured. */
export interface Section {
  readonly name: string
  readonly rows: readonly Row[]
}

/** Prints every figure that has a goal, of all sections. */
export const printGoals = (sections: readonly Section[]): void => {
  const aimed = sections.flatMap(({ name, rows }) =>
    rows
      .filter((row) => row.kind === "wrong" || (row.kind === "figure" && row.goal !== undefined))
      .map((row): Row => ({ ...row, label: { ...row.label, case: `${name}: ${row.label.case}` } }))
  )
  printTable("All goals", aimed)
}

/** Prints one section's table. */
export const printTable = (title: string, rows: readonly Row[]): void => {
  const lines = [["case", "who", "median (min..max)", "us", "goal", ""], ...rows.map(cells)]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  console.log(`\n${title}\n${"-".repeat(title.length)}`)
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
}

const cells = (row: Row): readonly string[] => {
  const { label } = row
  switch (row.kind) {
    case "absent":
      return [label.case, label.who, row.why]
    case "wrong":
      return [label.case, label.who, row.why, "", "", "missed"]
    case "figure": {
      const { figure, unit, cost, goal } = row
      const digits = unit === "x" ? 2 : 1
      const [median, min, max] = [figure.median, figure.min, figure.max].map((number) => number.toFixed(digits))
      const verdict = goal === undefined ? "" : passes(row) ? "ok" : "missed"
      return [
        label.case,
        label.who,
        `${median}${unit === "x" ? "x" : ` ${unit}`} (${min}..${max})`,
        cost?.toFixed(cost < 10 ? 2 : 0) ?? "",
        goalText(goal),
        verdict
      ]
    }
  }
}

const goalText = (goal: Goal | undefined): string => {
  if (goal === undefined) return ""
  return goal.aim === undefined ? `<= ${goal.limit}` : `<= ${goal.limit} (aim ${goal.aim})`
}
