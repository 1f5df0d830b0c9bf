import { posix } from "node:path"
import ts from "typescript-5.9"

/** One import or re-export of a file. */
export interface Import {
  /** What the source says, such as `../core/chat.ts` or `effect/Effect`. */
  readonly specifier: string
  /** The file it means, from the repository's top; undefined for a package. */
  readonly file: string | undefined
  /** Whether it is gone at run time. */
  readonly typeOnly: boolean
}

/** What the rules look at in one file. */
export interface Source {
  readonly file: string
  readonly imports: readonly Import[]
  /** Names that the file uses without declaring or importing them, as far as the rules ask for them. */
  readonly globals: ReadonlySet<string>
  /** Whether it holds anything besides imports and re-exports. */
  readonly ownCode: boolean
}

/** Names that bring the outside in: clocks, random sources, the network, timers and the process. */
const worldly: ReadonlySet<string> = new Set(
  `Date performance Temporal crypto fetch WebSocket EventSource XMLHttpRequest setTimeout setInterval setImmediate
   queueMicrotask Promise process Buffer require globalThis window document navigator location console Math.random`.split(
    /\s+/u
  )
)

/** Members of worldly names that read nothing from the world. */
const harmless: ReadonlySet<string> = new Set(["Date.parse", "Date.UTC"])

const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

interface Found {
  readonly text: string
  readonly typeOnly: boolean
}

const foundIn = (node: ts.Node): Found | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const specifier = node.moduleSpecifier
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined
    return { text: specifier.text, typeOnly: isTypeOnly(node) }
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { text: node.argument.literal.text, typeOnly: true }
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined
  const [argument] = node.arguments
  const text = argument !== undefined && ts.isStringLiteralLike(argument) ? argument.text : "(computed)"
  return { text, typeOnly: false }
}

/** The name that an expression uses, such as `fetch` or `Math.random`; undefined where a name is only a label. */
const usedName = (node: ts.Node): string | undefined => {
  if (ts.isPropertyAccessExpression(node)) return node.getText()
  if (!ts.isIdentifier(node)) return undefined
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent))
    return parent.name === node || harmless.has(parent.getText()) ? undefined : node.text
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node ? node.text : undefined
  return ts.isPropertySignature(parent) || ts.isQualifiedName(parent) ? undefined : node.text
}

const declaredName = (node: ts.Node): string | undefined => {
  const declares = ts.isBindingElement(node) || ts.isParameter(node) || ts.isVariableDeclaration(node)
  return declares && ts.isIdentifier(node.name) ? node.name.text : undefined
}

const resolve = (from: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined

/** Reads one file by parsing it. */
export const readSource = (file: string, text: string): Source => {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS)
  const imports: Import[] = []
  const used = new Set<string>()
  const own = new Set<string | undefined>()
  const visit = (node: ts.Node): void => {
    const found = foundIn(node)
    if (found !== undefined) {
      imports.push({ specifier: found.text, file: resolve(file, found.text), typeOnly: found.typeOnly })
    }
    const name = usedName(node)
    if (name !== undefined && worldly.has(name)) used.add(name)
    own.add(declaredName(node))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  const ownCode = !tree.statements.every(
    (statement) =>
      ts.isImportDeclaration(statement) ||
      (ts.isExportDeclaration(statement) &&
        (statement.moduleSpecifier !== undefined || statement.exportClause !== undefined))
  )
  return { file, imports, globals: new Set([...used].filter((name) => !own.has(name))), ownCode }
}
