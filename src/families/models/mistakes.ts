import * as Redacted from "effect/Redacted"
import { globLists, isNonEmptyText, memberMistake, texts, type WantedMember } from "../../core/options.ts"
import type { Secret } from "../../credentials/credentials.ts"
import { ownLimits } from "../../upstream/upstream.ts"

/** Whether something is a key, of which anything can be sent. */
export const isVendorKey = (given: unknown): given is Secret =>
  isNonEmptyText(Redacted.isRedacted(given) ? Redacted.value(given) : given)

/** What a base URL must be, to be read after "must be". */
export const wantedBaseUrl =
  "an absolute http or https URL without a user, a query or a fragment, as the vendor's own SDK takes it"

/** Whether a text is a base URL: requests add the path of a call to it. */
export const isBaseUrl = (text: string): boolean => {
  if (!/^https?:\/\/[^\s?#]+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === "" && password === ""
}

const wanted: readonly WantedMember[] = [
  {
    name: "key",
    expected: "a text, or a function that gives one",
    accepts: (given) => typeof given === "function" || isVendorKey(given)
  },
  {
    name: "retired",
    expected: "a list of keys",
    accepts: (given) => Array.isArray(given) && given.every(isVendorKey)
  },
  { name: "url", expected: wantedBaseUrl, accepts: (given) => isBaseUrl(String(given)) },
  ...globLists("models"),
  ...texts("upstreamName"),
  ...ownLimits
]

/** A family whose options are looked at; its key may stand in a variable. */
interface OptionsOwner {
  readonly family: string
  readonly environment?: { readonly key: string } | undefined
}

/** What is wrong with the options of a family, in a sentence; undefined: nothing. */
export const familyMistake = (
  { family, environment }: OptionsOwner,
  options: { readonly key: unknown }
): string | undefined => {
  if (isNone(options.key)) {
    const hint =
      environment === undefined ? "Give any text to an upstream that wants none." : `Is ${environment.key} set?`
    return `\`${family}\` has no key: \`key\` is empty. ${hint}`
  }
  const mistake = memberMistake(options, wanted)
  return mistake === undefined ? undefined : `\`${family}\` has a wrong option: ${mistake}.`
}

/** Whether a key is empty, or not there, as where a variable is not set. */
const isNone = (key: unknown): boolean => ((Redacted.isRedacted(key) ? Redacted.value(key) : key) ?? "") === ""
