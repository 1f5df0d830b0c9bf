import type { Random } from "../bench/random.ts"
import { hardNames, hardStrings, numerals } from "../laws/made/json.ts"

/** One change of a text, of which each character is a byte. */
type Mutation = (text: string, random: Random) => string

/** Bytes as a text of one character each. */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

/** The bytes of such a text. */
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"))

/** The bytes of a text of characters, as a text of one character each. */
const spelt = (text: string): string => Buffer.from(text).toString("latin1")

/** No mutation makes a text longer than this many bytes. */
const longest = 200_000

const tokens = /"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|true|false|null/g
const names = /"(?:[^"\\]|\\.)*"(?=\s*:)/g

const odd: readonly [string, ...string[]] = [
  "null",
  "true",
  "false",
  "[]",
  "{}",
  '""',
  "[null]",
  "[[]]",
  "[{}]",
  '{"type":7}',
  "-0",
  "1e400",
  "1e-400",
  "9007199254740993",
  '"\\ud800"',
  '"\\u0000"',
  ...numerals,
  ...hardStrings.map((text) => spelt(JSON.stringify(text)))
]

const bytes: readonly [string, ...string[]] = [
  "\0",
  "\xff",
  "\xc0\xaf",
  "\xed\xa0\x80",
  "\xef\xbb\xbf",
  "\xe2\x80\xa8",
  "\r",
  "\n",
  "\r\n",
  "\n\n",
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "data:",
  "data: [DONE]\n\n",
  "event: error\n",
  ": x\n\n"
]

const span = (text: string, random: Random, most = 60): readonly [from: number, to: number] => {
  const from = random.between(0, text.length)
  return [from, Math.min(text.length, from + random.between(1, most))]
}

const instead = (text: string, at: number, length: number, other: string): string =>
  text.slice(0, at) + other + text.slice(at + length)

/** One of the places at which an expression matches. */
const match = (text: string, expression: RegExp, random: Random): RegExpExecArray | undefined => {
  const found = [...text.matchAll(expression)]
  return found[random.between(0, found.length - 1)]
}

const revalue: Mutation = (text, random) => {
  const hit = match(text, tokens, random)
  return hit === undefined ? text : instead(text, hit.index, hit[0].length, random.pick(odd))
}

const rename: Mutation = (text, random) => {
  const hit = match(text, names, random)
  const name = spelt(JSON.stringify(random.pick(hardNames)))
  return hit === undefined ? text : instead(text, hit.index, hit[0].length, name)
}

const remember: Mutation = (text, random) => {
  const hit = match(text, names, random)
  return hit === undefined ? text : instead(text, hit.index, 0, `${hit[0]}:${random.pick(odd)},`)
}

const swap: Mutation = (text, random) => {
  const one = match(text, tokens, random)
  const other = match(text, tokens, random)
  return one === undefined || other === undefined ? text : instead(text, one.index, one[0].length, other[0])
}

const nest: Mutation = (text, random) => {
  const hit = match(text, tokens, random)
  const depth = random.pick([1, 2, 100, 3000])
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"]
  ])
  return hit === undefined
    ? text
    : instead(text, hit.index, hit[0].length, open.repeat(depth) + hit[0] + close.repeat(depth))
}

const remove: Mutation = (text, random) => {
  const [from, to] = span(text, random)
  return instead(text, from, to - from, "")
}

const again: Mutation = (text, random) => {
  const [from, to] = span(text, random, 400)
  return instead(text, to, 0, text.slice(from, to))
}

const flip: Mutation = (text, random) => {
  const at = random.between(0, text.length - 1)
  return instead(text, at, 1, String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << random.between(0, 7))))
}

const insert: Mutation = (text, random) => instead(text, random.between(0, text.length), 0, random.pick(bytes))

const cut: Mutation = (text, random) => text.slice(0, random.between(0, text.length))

const repeat: Mutation = (text, random) => {
  const [from, to] = span(text, random, random.pick([1, 8, 200]))
  const piece = text.slice(from, to)
  const room = Math.floor((longest - text.length) / Math.max(1, piece.length))
  return room < 1 ? text : instead(text, from, 0, piece.repeat(Math.min(room, random.pick([2, 50, 2000, longest]))))
}

const mutations: readonly [Mutation, ...Mutation[]] = [
  revalue,
  revalue,
  revalue,
  revalue,
  rename,
  remember,
  swap,
  swap,
  nest,
  remove,
  again,
  flip,
  insert,
  insert,
  cut
]

/** A text after none to some changes; one in sixty grows by repetition. */
export const mutated = (text: string, random: Random): string => {
  let now = text
  for (let left = random.pick([0, 1, 1, 1, 2, 2, 3, 6]); left > 0; left--) now = random.pick(mutations)(now, random)
  return random.between(1, 60) === 1 ? repeat(now, random) : now
}
