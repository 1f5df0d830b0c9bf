import type { Random } from "../bench/random.ts"
import { bytesOf, framesOf } from "../laws/calling.ts"
import { Choices } from "../laws/choices.ts"
import { bodyOf, fixtures } from "../laws/fixtures.ts"
import { commonResponse } from "../laws/made/common.ts"
import { wildResponse } from "../laws/made/wild.ts"
import { everySubject, type Subject, subjects } from "../laws/subjects.ts"
import { unfoldResponse } from "../../src/core/events/fold.ts"
import { textOf } from "./mutate.ts"

/** The formats of chat. */
export const formatIds = ["chat-completions", "messages", "generate-content", "responses"] as const

/** One of them. */
export type FormatId = (typeof formatIds)[number]

/** Sound texts of one kind, of which each character is a byte. */
export interface Corpus {
  readonly requests: (random: Random) => string
  readonly answers: (random: Random) => string
  readonly streams: (random: Random) => string
  readonly errors: (random: Random) => string
}

const latin = (text: string): string => Buffer.from(text).toString("latin1")

const choicesOf = (random: Random): Choices => new Choices(Array.from({ length: 400 }, () => random.between(0, 65_535)))

const bodies = (format: string, kind: string): readonly string[] =>
  fixtures(format, kind).map((fixture) => latin(JSON.stringify(bodyOf(fixture))))

const streamsOf = (format: string): readonly string[] =>
  fixtures(format, "stream").map(({ text }) => latin(text.replace(/^(:.*\n)+\n*/, "")))

const oneOf =
  (kept: readonly string[], made: (random: Random) => string) =>
  (random: Random): string =>
    random.between(0, 1) === 0 ? (kept[random.between(0, kept.length - 1)] ?? made(random)) : made(random)

const streamed = ({ format }: Subject, random: Random): string => {
  const choices = choicesOf(random)
  const answer = random.between(0, 2) === 0 ? wildResponse(choices) : commonResponse(choices)
  return textOf(bytesOf(format, framesOf(format, unfoldResponse(answer))))
}

/** The bodies of a kind that are kept as fixtures; a format that has none is tried with made ones. */
const kept = (subject: Subject, kind: string): readonly string[] =>
  subjects.includes(subject) ? bodies(subject.format.id, kind) : []

const corpusOf = (subject: Subject): Corpus => ({
  requests: oneOf(kept(subject, "request"), (random) => latin(subject.request(choicesOf(random)))),
  answers: oneOf(kept(subject, "response"), (random) => latin(subject.response(choicesOf(random)))),
  streams: oneOf(subjects.includes(subject) ? streamsOf(subject.format.id) : [], (random) => streamed(subject, random)),
  errors: oneOf(kept(subject, "error"), () => '{"error":{"message":"Bad"}}')
})

/** What vendors and clients of each format say: the fixtures, and what the laws are tried with. */
export const corpora = new Map(everySubject.map((subject) => [subject.format.id, corpusOf(subject)]))

/** The corpus of a format. */
export const corpus = (format: FormatId): Corpus => {
  const found = corpora.get(format)
  if (found === undefined) throw new Error(`There is no corpus of ${format}.`)
  return found
}
