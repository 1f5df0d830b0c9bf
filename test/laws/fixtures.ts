import { readdirSync, readFileSync } from "node:fs"
import type { Json } from "../../src/core/json/json.ts"

const folder = new URL("../fixtures/", import.meta.url)

/** A file of test/fixtures: its name, and its text. */
export interface Fixture {
  readonly name: string
  readonly text: string
}

/** All fixtures of one kind (`request`, `response`, `stream` …) of a format. */
export const fixtures = (format: string, kind: string): readonly Fixture[] =>
  readdirSync(new URL(`${format}/${kind}/`, folder)).map((file) => ({
    name: `${kind}/${file}`,
    text: readFileSync(new URL(`${format}/${kind}/${file}`, folder), "utf8")
  }))

/** The body that a fixture of JSON holds. */
export const bodyOf = ({ text }: Fixture): Json => (JSON.parse(text) as { readonly body: Json }).body
