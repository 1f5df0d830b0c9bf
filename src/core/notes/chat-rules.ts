import { type NoteKind, type NoteRules, type NoteSeverity, type RuleBook, ruleRows, rulesOf } from "./note.ts"

/**
 * Why something of a chat was not carried over as it was: the keys of the rules that all formats share, by what
 * happens, and what each is about. A format says how much it matters there, in a sentence of its own; where one rule
 * has several cases, it says `<key>/<case>`, and its notes name the key alone.
 */
export const chatRules = {
  dropped: {
    "unknown-member": "a member that only the format it came from has",
    "unknown-part": "a part that the format has no place for",
    "unknown-event": "a stream event that only the format it came from has",
    unsupported: "a setting or a detail that the format has no member for",
    "unsupported-by-model": "a setting that the model does not take",
    "unsupported-tool": "a tool that the vendor does not have",
    overridden: "what another member takes precedence over",
    "idle-setting": "a setting that changes nothing",
    bookkeeping: "what is of no use to the model or the reader: names, ids, labels",
    "cost-setting": "a setting that makes a call cheaper",
    "auto-cache": "a setting of caching that the vendor places itself",
    "cache-mark": "a mark up to which is to be cached",
    "service-tier": "a service tier that the vendor does not have",
    "empty-member": "a list or an object that holds nothing",
    "empty-message": "a message of which nothing can be sent",
    "empty-part": "a text, a refusal or a thought without content",
    "message-id": "the id of a message",
    "system-part": "what a system message cannot hold",
    "media-detail": "a setting of a medium",
    "tool-setting": "a setting of a tool",
    "tool-strict": "calls that are to be held to a schema",
    stop: "a stop sequence",
    "schema-keyword": "a keyword of a schema",
    container: "a container that another vendor holds",
    "provider-call": "a call or a result of a tool that another vendor runs",
    "broken-off": "a call that broke off and has no result",
    "broken-call": "a call of an answer whose input is no object",
    "unsigned-thinking": "thinking without the signature that the vendor wants",
    "last-thinking": "thinking behind which its turn holds nothing",
    "opaque-mismatch": "a signature or encrypted content that is damaged, or of another text",
    "foreign-opaque": "a signature or encrypted content of another vendor or model",
    "too-long": "what does not fit its carrier",
    citation: "a citation that the format cannot write",
    "citation-quote": "the quote of a citation",
    "search-details": "what a search found beside its sources",
    "answer-media": "a medium that an answer cannot hold",
    candidate: "an answer beside the first",
    logprobs: "log probabilities",
    "usage-count": "a count of tokens",
    "late-content": "content behind the end of an answer"
  },
  approximated: {
    "part-text": "a part that is written as text",
    "refusal-text": "a refusal that is written as text",
    block: "what was withheld, told otherwise",
    "late-system": "a system message behind the conversation's beginning",
    prefill: "an assistant message at the end, which the answer continues",
    "tool-change": "tools that come or go within the conversation",
    thinking: "how a model is to think",
    "thinking-form": "thinking that is asked for in another form",
    "thinking-echo": "thinking that goes back without a signature",
    "tool-result": "the form of a tool's result",
    "broken-input": "the input of a call that broke off, as free text",
    "input-text": "free text as the input of a call",
    "unnamed-result": "a result that names no call",
    "tool-stand-in": "another vendor's tool, for which the vendor's own stands in",
    "tool-choice": "which tools may or must be called",
    "unchosen-tool": "a tool that may not be called",
    schema: "the schema of a tool or an answer",
    "output-format": "the form that an answer is to have",
    "finish-reason": "why an answer ended",
    "legacy-calls": "several calls for a client that knows one",
    "cache-time": "how long a cache mark holds",
    spelling: "a member that the vendor spells otherwise",
    "part-order": "parts in an order that the format does not have",
    "media-form": "the form in which a medium is sent",
    "citation-span": "the stretch of text that a citation belongs to",
    "usage-merged": "counts of tokens that become one",
    voice: "the voice that speaks",
    grounding: "what a search found, as the other format says it"
  },
  synthesised: {
    "required-member": "a member that the format requires",
    "empty-input": "the input of a call without one",
    "max-tokens": "the limit of tokens that the format requires",
    "thinking-shown": "whether thinking is shown, where the request does not say it",
    "missing-signature": "a signature that the vendor requires",
    "finish-unsaid": "the reason of an answer that does not say why it ended"
  },
  clamped: {
    range: "a number outside of what the vendor takes"
  },
  refused: {
    "no-messages": "a conversation without messages",
    "empty-user": "a user message without content",
    "assistant-first": "a conversation that the assistant begins",
    "unpaired-call": "a call without its result, or a result without its call",
    "no-prefill": "an assistant message at the end, which the model does not continue",
    "media-bytes": "data that is not base64",
    "unsupported-media": "a medium or its source that cannot be sent",
    "held-elsewhere": "content or state that another vendor holds",
    "compaction-held": "a summary that another vendor holds",
    "call-input": "an input that is no object",
    "tool-choice-lost": "a tool that must be called and cannot be sent",
    "schema-loop": "a recursive schema",
    candidates: "several answers to one request",
    "answer-form": "an answer that the model cannot give"
  }
} as const satisfies Readonly<Record<NoteKind, Readonly<Record<string, string>>>>

/** The sentences of a chat format's rules and of their cases, under what happens and what that means to whom. */
export type ChatRuleBook = {
  readonly [Kind in NoteKind]?: {
    readonly [severity in NoteSeverity]?: {
      readonly [key in RuleCase<keyof (typeof chatRules)[Kind] & string>]?: string
    }
  }
}

type RuleCase<Key extends string> = Key | `${Key}/${string}`

/** The sentences that every chat format has, where `{api}` stands for the name of its API. */
const sharedSentences = {
  dropped: {
    meaning: {
      "unknown-member": "`{member}` is not known to the {api} API and was not sent.",
      unsupported: "`{member}` is not supported by the {api} API and was not sent.",
      "system-part": "A system message can have only text; this was left out.",
      container: "The container belongs to another vendor; it was left out.",
      "broken-off": "This call broke off and has no result; it was left out.",
      "provider-call": "This belongs to a tool that another vendor ran; it was left out.",
      "opaque-mismatch": "The signature or encrypted content is damaged or of another text; it was left out."
    },
    cost: {
      "usage-count/used": "`{member}` is not supported by the {api} API and was left out; the vendor may bill it."
    },
    cosmetic: {
      "unknown-event": "The {api} API has no such stream event; it was left out.",
      "idle-setting": "`{member}` changes nothing here and was not sent.",
      bookkeeping: "`{member}` is not supported by the {api} API and was left out.",
      "bookkeeping/betas": "The header `anthropic-beta` was not sent.",
      "overridden/user": "`safety_identifier` takes precedence over `{member}`, which was not sent.",
      "empty-member": "`{member}` is empty and was not sent.",
      "empty-message": "A message without content was left out.",
      "empty-part": "A refusal without text was left out.",
      "foreign-opaque/phase": "The phase of the message is for its own vendor; it was left out.",
      "message-id": "`{member}` is not supported by the {api} API and was left out.",
      "tool-setting": "`{member}` is not supported by the {api} API and was not sent.",
      "usage-count": "`{member}` is not supported by the {api} API and was left out."
    }
  },
  approximated: {
    meaning: {
      "broken-input": "This call broke off; what came of its input was sent as the member `input` of an object."
    },
    cosmetic: {
      "spelling/name": "The {api} API does not take the name of this tool; it was sent under another."
    },
    cost: {
      "unchosen-tool": "The tool choice excludes this tool, which was not sent."
    }
  },
  synthesised: {
    cosmetic: {
      "empty-input": "A tool call without input was written with an empty object."
    },
    meaning: {
      "finish-unsaid": "The answer does not say why it ended; the likely reason was written."
    }
  },
  clamped: {
    meaning: {
      range: "`{member}` is out of range; the nearest value was sent."
    }
  },
  refused: {
    meaning: {
      "no-messages": "The {api} API needs a message.",
      "empty-user": "A user message of the {api} API needs content.",
      "media-bytes": "The data is not valid base64.",
      "unsupported-media": "The {api} API does not accept this type of media, or not from this kind of source.",
      "held-elsewhere": "This is stored at another vendor and cannot be sent.",
      "compaction-held": "This summary is readable only by another vendor and cannot be sent.",
      "tool-choice-lost": "The tool that must be called cannot be sent.",
      "unpaired-call": "Every tool call needs one result, and every result needs its tool call."
    }
  }
} as const satisfies ChatRuleBook

type Sentences = { readonly [Kind in NoteKind]?: { readonly [severity in NoteSeverity]?: object } }

/** The keys of a book of sentences. */
type KeysOf<Book extends Sentences> = {
  [Kind in keyof Book]: { [Severity in keyof Book[Kind]]: keyof Book[Kind][Severity] }[keyof Book[Kind]]
}[keyof Book] &
  string

/** Makes the rules of a chat format: those of every format, said with the name of its API, and its own. */
export const chatNoteRules = <Key extends string>(
  format: string,
  api: string,
  own: RuleBook<Key>
): NoteRules<Key | KeysOf<typeof sharedSentences>> =>
  rulesOf(format, [
    ...ruleRows(sharedSentences).map(
      ([key, rule]) => [key, { ...rule, detail: rule.detail.replace("{api}", api) }] as const
    ),
    ...ruleRows(own)
  ])
