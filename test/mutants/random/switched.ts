import ts from "typescript-5.9"
import type { Fault } from "./faults.ts"

/** A fault with the number by which it is switched on. */
export interface Numbered extends Fault {
  readonly id: number
}

const K = ts.SyntaxKind

/** An expression whose text is told twice: with a fault in it, and as it is. */
interface Place {
  readonly start: number
  readonly end: number
  readonly fault: Numbered
  /** Whether a statement of a block begins here, which a line before must not take for its arguments. */
  readonly begins: boolean
}

const assigns = ({ kind }: ts.Node): boolean => kind >= K.FirstAssignment && kind <= K.LastAssignment

/** Whether a node's parent takes any expression in its place. */
const isFree = (node: ts.Node): boolean => {
  const { parent } = node
  if (ts.isSpreadElement(node)) return false
  if (ts.isBinaryExpression(parent)) return node === parent.right || !assigns(parent.operatorToken)
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return node !== parent.expression
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent) || ts.isParameter(parent))
    return node === parent.initializer
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) return node === parent.initializer
  if (ts.isElementAccessExpression(parent)) return node === parent.argumentExpression
  if (ts.isPrefixUnaryExpression(parent))
    return parent.operator !== K.PlusPlusToken && parent.operator !== K.MinusMinusToken
  if (ts.isForOfStatement(parent)) return node === parent.expression
  return takers.has(parent.kind)
}

/** Parents each of whose expressions can be any. */
const takers: ReadonlySet<ts.SyntaxKind> = new Set([
  K.ParenthesizedExpression,
  K.ArrayLiteralExpression,
  K.ConditionalExpression,
  K.AwaitExpression,
  K.YieldExpression,
  K.TemplateSpan,
  K.ArrowFunction,
  K.AsExpression,
  K.SatisfiesExpression,
  K.SpreadElement,
  K.SpreadAssignment,
  K.ComputedPropertyName,
  K.ReturnStatement,
  K.ThrowStatement,
  K.IfStatement,
  K.WhileStatement,
  K.DoStatement,
  K.ForStatement,
  K.SwitchStatement,
  K.CaseClause,
  K.ExpressionStatement
])

/** Whether a line begins with an expression, which is then taken as a whole. */
const isBegun = (source: ts.SourceFile, node: ts.Node): boolean => {
  const statement = ts.findAncestor(node, ts.isExpressionStatement)
  return statement !== undefined && statement.getStart(source) === node.getStart(source)
}

/** The smallest expression around a fault that another one can stand in for. */
const placeOf = (source: ts.SourceFile, fault: Numbered): Place | undefined => {
  let found: Place | undefined
  const walk = (node: ts.Node): void => {
    const [start, end] = [node.getStart(source), node.getEnd()]
    if (start > fault.start || end < fault.end) return
    const isWhole = ts.isExpressionStatement(node.parent)
    const isLeft = fault.replace !== "" || start < fault.start || end > fault.end
    if (isLeft && ts.isExpression(node) && isFree(node) && (isWhole || !isBegun(source, node)))
      found = { start, end, fault, begins: isWhole && !ts.isIfStatement(node.parent.parent) }
    ts.forEachChild(node, walk)
  }
  ts.forEachChild(source, walk)
  return found
}

/** A text with a fault in it. */
export const faulty = (text: string, { start, end, replace }: Fault): string =>
  text.slice(0, start) + replace + text.slice(end)

/** A text in which every place, the outer before the inner, is told twice. */
const told = (text: string, start: number, end: number, places: readonly Place[], isInner: boolean): string => {
  const [place, ...others] = places
  if (place === undefined) return text.slice(start, end)
  const { fault } = place
  const inside = others.filter((other) => other.end <= place.end)
  const after = others.filter((other) => other.start >= place.end)
  const broken = text.slice(place.start, fault.start) + fault.replace + text.slice(fault.end, place.end)
  const whole = told(text, place.start, place.end, inside, true)
  const before = place.begins && !(isInner && place.start === start) ? ";" : ""
  // The zeros tell the parentheses from those of an arrow's parameters.
  const both = `${before}(globalThis.planted?.(${fault.id}) ? (0, ${broken}) : (0, ${whole}))`
  return text.slice(start, place.start) + both + told(text, place.end, end, after, false)
}

/**
 * A file in which each fault is there while `globalThis.planted` says so of its number; and the faults that stand where
 * nothing can be chosen.
 */
export const switched = (
  text: string,
  faults: readonly Numbered[]
): { readonly text: string; readonly left: readonly Numbered[] } => {
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true)
  const places = faults.map((fault) => placeOf(source, fault))
  const known = places.filter((place) => place !== undefined).toSorted((a, b) => a.start - b.start || b.end - a.end)
  return {
    text: told(text, 0, text.length, known, false),
    left: faults.filter((_, index) => places[index] === undefined)
  }
}
