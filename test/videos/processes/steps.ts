/** Where a node dies, and what comes of its task: how often the vendor is asked for the video, and the end. */
export interface Crash {
  /** Whether the client was told the task's id before. */
  readonly told: boolean
  readonly submits: 0 | 1
  /** The code of a failure; absent: it succeeds. */
  readonly code?: string
}

/** The steps of a submit and of a poll, each named by what was done last. */
export type Step =
  | "accepted"
  | "submitting"
  | "called"
  | "answered"
  | "submitted"
  | "told"
  | "taken"
  | "asked"
  | "downloading"
  | "kept"
  | "saved"

/** What is known of a death at each. What was not sent was not paid for; what may have been sent is not sent again. */
export const crashes: Readonly<Record<Step, Crash>> = {
  accepted: { told: false, submits: 0, code: "not_submitted" },
  submitting: { told: false, submits: 0, code: "submit_unknown" },
  called: { told: false, submits: 1, code: "submit_unknown" },
  answered: { told: false, submits: 1, code: "submit_unknown" },
  submitted: { told: false, submits: 1 },
  told: { told: true, submits: 1 },
  taken: { told: true, submits: 1 },
  asked: { told: true, submits: 1 },
  downloading: { told: true, submits: 1 },
  kept: { told: true, submits: 1 },
  saved: { told: true, submits: 1 }
}
