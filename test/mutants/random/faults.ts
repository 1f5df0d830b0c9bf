import ts from "typescript-5.9"

/** A piece of a file's text and what takes its place. */
export interface Fault {
  /** What is done to it, in a few words. */
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly replace: string
}

const K = ts.SyntaxKind

/** What stands in for an operator. */
const operators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.LessThanToken, "<="],
  [K.LessThanEqualsToken, "<"],
  [K.GreaterThanToken, ">="],
  [K.GreaterThanEqualsToken, ">"],
  [K.EqualsEqualsEqualsToken, "!=="],
  [K.ExclamationEqualsEqualsToken, "==="],
  [K.AmpersandAmpersandToken, "||"],
  [K.BarBarToken, "&&"],
  [K.PlusToken, "-"],
  [K.MinusToken, "+"],
  [K.AsteriskToken, "/"],
  [K.SlashToken, "*"],
  [K.PercentToken, "*"],
  [K.PlusEqualsToken, "-="],
  [K.MinusEqualsToken, "+="]
])

const span = (node: ts.Node, source: ts.SourceFile): { readonly start: number; readonly end: number } => ({
  start: node.getStart(source),
  end: node.getEnd()
})

/** A text that says something to people: what it says is no fact that a test could hold. */
const isProse = (text: string): boolean => /\s/u.test(text.trim())

const ofOperator = (node: ts.BinaryExpression, source: ts.SourceFile): readonly Fault[] => {
  const other = operators.get(node.operatorToken.kind)
  if (node.operatorToken.kind === K.QuestionQuestionToken)
    return [{ kind: "default dropped", start: node.left.getEnd(), end: node.getEnd(), replace: "" }]
  if (other === undefined) return []
  const isText = node.operatorToken.kind === K.PlusToken && [node.left, node.right].some(ts.isStringLiteralLike)
  return isText ? [] : [{ kind: "operator", ...span(node.operatorToken, source), replace: other }]
}

const ofCondition = (node: ts.Expression, source: ts.SourceFile): readonly Fault[] =>
  [`!(${node.getText(source)})`, "true", "false"].map((replace) => ({
    kind: "condition",
    ...span(node, source),
    replace
  }))

const ofConstant = (node: ts.Node, source: ts.SourceFile): readonly Fault[] => {
  const at = span(node, source)
  if (node.kind === K.TrueKeyword) return [{ kind: "constant", ...at, replace: "false" }]
  if (node.kind === K.FalseKeyword) return [{ kind: "constant", ...at, replace: "true" }]
  if (ts.isNumericLiteral(node)) return [{ kind: "constant", ...at, replace: `${Number(node.text) + 1}` }]
  if (!ts.isStringLiteralLike(node) || isProse(node.text) || ts.isNoSubstitutionTemplateLiteral(node)) return []
  return [{ kind: "constant", ...at, replace: node.text === "" ? '"x"' : JSON.stringify(`${node.text}x`) }]
}

/** An element taken from a list, with its comma. */
const without = (list: ts.NodeArray<ts.Node>, index: number, source: ts.SourceFile, kind: string): readonly Fault[] => {
  const node = list[index]
  const next = list[index + 1]
  const before = list[index - 1]
  if (node === undefined) return []
  if (next !== undefined) return [{ kind, start: node.getStart(source), end: next.getStart(source), replace: "" }]
  return [{ kind, start: before?.getEnd() ?? node.getStart(source), end: node.getEnd(), replace: "" }]
}

/** A node exchanged with its neighbour. */
const exchanged = (first: ts.Node, second: ts.Node, source: ts.SourceFile, kind: string): readonly Fault[] => {
  const [one, two] = [first.getText(source), second.getText(source)]
  const between = source.text.slice(first.getEnd(), second.getStart(source))
  if (one === two) return []
  return [{ kind, start: first.getStart(source), end: second.getEnd(), replace: `${two}${between}${one}` }]
}

const ofList = (list: ts.NodeArray<ts.Node>, source: ts.SourceFile): readonly Fault[] =>
  list.flatMap((_, index) => without(list, index, source, "element removed"))

/** The values of two neighbours of a table exchanged. */
const ofRows = ({ properties }: ts.ObjectLiteralExpression, source: ts.SourceFile): readonly Fault[] =>
  properties.flatMap((row, index) => {
    const next = properties[index + 1]
    if (next === undefined || !ts.isPropertyAssignment(row) || !ts.isPropertyAssignment(next)) return []
    if (row.initializer.getText(source) === next.initializer.getText(source)) return []
    return exchanged(row.name, next.name, source, "rows exchanged")
  })

const ofCall = (node: ts.CallExpression, source: ts.SourceFile): readonly Fault[] => {
  const [first, second] = node.arguments
  return first === undefined || second === undefined ? [] : exchanged(first, second, source, "arguments exchanged")
}

const ofNode = (node: ts.Node, source: ts.SourceFile): readonly Fault[] => {
  if (ts.isBinaryExpression(node)) return ofOperator(node, source)
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return ofCondition(node.expression, source)
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition, source)
  if (ts.isArrayLiteralExpression(node)) return ofList(node.elements, source)
  if (ts.isObjectLiteralExpression(node)) return [...ofList(node.properties, source), ...ofRows(node, source)]
  if (ts.isCallExpression(node)) return ofCall(node, source)
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression))
    return [{ kind: "call removed", ...span(node.expression, source), replace: "void 0" }]
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken)
    return [{ kind: "operator", ...span(node, source), replace: node.operand.getText(source) }]
  return ofConstant(node, source)
}

/** Whether nothing below a node is there at run time, or it is only a name. */
const isSilent = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node)

/** Every fault of one place that a source file can have: conditions, operators, constants, calls, elements, rows. */
export const faultsOf = (source: ts.SourceFile): readonly Fault[] => {
  const found: Fault[] = []
  const walk = (node: ts.Node): void => {
    if (isSilent(node)) return
    found.push(...ofNode(node, source))
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}
