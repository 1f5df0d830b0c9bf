import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-5.9"

/** A regular expression of the source, and where it stands. */
export interface Expression {
  readonly file: string
  readonly line: number
  readonly expression: RegExp
}

/** A call of which the arguments are a list of any length. */
export interface Spread {
  readonly file: string
  readonly call: string
}

/** What is looked at in a tree of sources. */
export interface Found {
  readonly expressions: readonly Expression[]
  /** Where an expression is made of a text, which cannot be looked at here. */
  readonly made: readonly string[]
  /** Lists that are spread into one call of what adds to a list. */
  readonly spreads: readonly Spread[]
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .toSorted()

const many: ReadonlySet<string> = new Set(["push", "unshift", "splice", "concat"])

/** Everything of a folder of sources, by its syntax: what is new is found without being named. */
export const foundIn = (folder: string): Found => {
  const expressions: Expression[] = []
  const made: string[] = []
  const spreads: Spread[] = []
  for (const file of filesIn(folder)) {
    const source = ts.createSourceFile(file, readFileSync(join(folder, file), "utf8"), ts.ScriptTarget.Latest)
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, pattern = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
        expressions.push({ file, line, expression: new RegExp(pattern, flags) })
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === "RegExp")
        made.push(file)
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { name } = node.expression
        if (many.has(name.text) && node.arguments.some((it) => ts.isSpreadElement(it)))
          spreads.push({ file, call: node.getText(source).replaceAll(/\s+/g, " ") })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { expressions, made, spreads }
}
