import ts from "typescript-5.9"

/** A function of a file: where it stands, and what it is called in the map. */
export interface Room {
  readonly id: string
  readonly start: number
  readonly end: number
}

const bodyOf = (node: ts.Node): ts.Node | undefined =>
  ts.isFunctionLike(node) && "body" in node ? node.body : undefined

const functionsOf = (source: ts.SourceFile): readonly { readonly node: ts.Node; readonly body: ts.Node }[] => {
  const found: { node: ts.Node; body: ts.Node }[] = []
  const walk = (node: ts.Node): void => {
    const body = bodyOf(node)
    if (body !== undefined) found.push({ node, body })
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

const parsed = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

const named = (file: string, body: ts.Node): string => `${file}#${body.pos}`

/** The functions of a file. */
export const roomsOf = (file: string, text: string): readonly Room[] =>
  functionsOf(parsed(file, text)).map(({ node, body }) => ({
    id: named(file, body),
    start: node.pos,
    end: node.end
  }))

/** A file whose functions tell `globalThis.reached` that they are run. */
export const marked = (file: string, text: string): string => {
  const edits = functionsOf(parsed(file, text)).flatMap(({ body }) => {
    const call = `globalThis.reached?.(${JSON.stringify(named(file, body))})`
    if (ts.isBlock(body)) return [{ at: body.getStart() + 1, put: `${call};` }]
    return [
      { at: body.getStart(), put: `(${call}, ` },
      { at: body.end, put: ")" }
    ]
  })
  const order = edits.map((edit, index) => ({ ...edit, index })).toSorted((a, b) => b.at - a.at || b.index - a.index)
  let out = text
  for (const { at, put } of order) out = out.slice(0, at) + put + out.slice(at)
  return out
}
