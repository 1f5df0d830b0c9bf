/** Where a defect came from: never its message, which may quote a body. */
export const originOf = (defect: unknown): readonly string[] =>
  defect instanceof Error
    ? [
        defect.name,
        ...(defect.stack ?? "")
          .split("\n")
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 8)
      ]
    : []
