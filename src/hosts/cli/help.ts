import { listings } from "../../config/known-families.ts"

/** The variables of each family that has some, a line each. */
const families = listings.flatMap(({ family, environment }) =>
  environment === undefined ? [] : [`        ${family.padEnd(12)}${environment.key}, ${environment.url}`]
)

/** What the command does, and what it reads. */
export const helpText = `isogloss: one HTTP/JSON interface in front of many model families.

  isogloss serve [--config FILE] [--port N]
      Serves the gateway. Without a file, the key of its vendor switches a family on; a base URL says where
      its API is, if elsewhere:

${families.join("\n")}

      ISOGLOSS_KEYS lists client keys between commas; with vendors and client keys all addresses are
      listened on, else 127.0.0.1 alone. PORT is the port (8787).
      Without a vendor it serves a sandbox, with the key "sandbox" where there are no client keys.

      ISOGLOSS_TASKS says where tasks of videos are kept: memory, file:PATH, or a redis:// URL. Without it, in
      a file of this user's where some vendor makes videos. ISOGLOSS_MEDIA is the folder of finished videos.
      ISOGLOSS_PUBLIC_URL and ISOGLOSS_LOGIN_SECRET give links to them in place of data: URLs.

  isogloss translate --from FORMAT --to FORMAT [--stream | --response] [--model ID] [--strict] < in > out
      Translates a request, a streamed answer or a whole answer. Notes go to stderr.
      Formats: chat-completions, messages, generate-content, responses.

  isogloss hash-password < password
      Prints the Argon2id hash of a password, for an account of the lab.

  isogloss --version
`
