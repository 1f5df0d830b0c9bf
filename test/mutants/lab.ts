import type { Mutant } from "./mutant.ts"

/** Defects in the lab: who is let in, what a body says, and how it is answered. */
export const lab: readonly Mutant[] = [
  {
    name: "as many logins wait to be checked as come",
    file: "lab/logins.ts",
    find: "inside >= atOnce + queue",
    replace: "inside < 0",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "who had a turn to be checked never leaves",
    file: "lab/logins.ts",
    find: "inside -= 1",
    replace: "inside -= 0",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "lab: a token names its own algorithm",
    file: "lab/accounts.ts",
    find: "    algorithms: [algorithm],\n",
    replace: "",
    caughtBy: ["lab/tokens.test.ts"]
  },
  {
    name: "lab: a token of another gateway is taken",
    file: "lab/accounts.ts",
    find: "    audience,\n    requiredClaims",
    replace: "    requiredClaims",
    caughtBy: ["lab/tokens.test.ts"]
  },
  {
    name: "lab: a token without an expiry is good for ever",
    file: "lab/accounts.ts",
    find: '["sub", "iat", "exp"]',
    replace: '["sub", "iat"]',
    caughtBy: ["lab/tokens.test.ts"]
  },
  {
    name: "lab: a token is as old as it likes",
    file: "lab/accounts.ts",
    find: "    maxTokenAge: life,\n",
    replace: "",
    caughtBy: ["lab/tokens.test.ts"]
  },
  {
    name: "lab: only the first secret is taken",
    file: "lab/accounts.ts",
    find: "keys.map((key) => subjectOf",
    replace: "keys.slice(0, 1).map((key) => subjectOf",
    caughtBy: ["lab/tokens.test.ts"]
  },
  {
    name: "lab: a short secret is taken",
    file: "lab/accounts.ts",
    find: "encoder.encode(secret).length >= leastSecret",
    replace: "secret.length > 0",
    caughtBy: ["lab/tokens.test.ts"]
  },
  {
    name: "lab: a name that nobody has costs nothing",
    file: "lab/accounts.ts",
    find: "account?.hash ?? decoy(accounts, username)",
    replace: "account?.hash",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "lab: who stands in for nobody is let in",
    file: "lab/accounts.ts",
    find: "isRight ? account?.principal : undefined",
    replace: "isRight ? (account?.principal ?? { name: username, may: () => true }) : undefined",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "lab: attempts under way are not counted",
    file: "lab/logins.ts",
    find: "            const succeeded = attempts.count({ username, address }, yield* Clock.currentTimeMillis)\n            const principal = yield* accounts.check(username, password)\n",
    replace:
      "            const principal = yield* accounts.check(username, password)\n            const succeeded = attempts.count({ username, address }, yield* Clock.currentTimeMillis)\n",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "lab: a login that succeeds counts as failed",
    file: "lab/logins.ts",
    find: "            succeeded(now)\n",
    replace: "",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "lab: addresses are not limited",
    file: "lab/attempts.ts",
    find: "networks.add(network, now)",
    replace: "",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "lab: each address of a network is another client",
    file: "credentials/authenticate.ts",
    find: ".slice(0, 4)",
    replace: "",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "lab: attempts are remembered for ever",
    file: "lab/attempts.ts",
    find: "found.until > now ? found",
    replace: "found.until > 0 ? found",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "lab: a token of an account that is gone is a key",
    file: "lab/logins.ts",
    find: '({ carrier }) => carrier === "login"',
    replace: '({ carrier }) => carrier === "login" || carrier === "bearer"',
    caughtBy: ["lab/credentials.test.ts"]
  },
  {
    name: "lab: a second scheme is a part of the token",
    file: "credentials/credentials.ts",
    find: 'return [bearer(token) ?? token ?? ""]',
    replace: 'return [token ?? ""]',
    caughtBy: ["lab/credentials.test.ts"]
  },
  {
    name: "lab: what is said in two ways is said in the first",
    file: "lab/images/request.ts",
    find: "else if (other.value.text !== value.text)",
    replace: "else if (false)",
    caughtBy: ["rows/lab.test.ts"]
  },
  {
    name: "lab: places are those of the body that was made",
    file: "exchange/note-pointers.ts",
    find: "if (place !== undefined) return place + at.slice(up.length)",
    replace: "if (place !== undefined) return at",
    caughtBy: ["rows/lab.test.ts", "rows/lab-videos.test.ts"]
  },
  {
    name: "lab: an option is said without the member that it stands in",
    file: "lab/images/endpoints.ts",
    find: "putAt(out, at, member === undefined ? value : { [member]: value })",
    replace: "putAt(out, at, value)",
    caughtBy: ["rows/lab.test.ts"]
  },
  {
    name: "lab: a watermark that a model lacks is not missed",
    file: "lab/images/endpoints.ts",
    find: "isDemanded(name) && value !== true",
    replace: "isDemanded(name)",
    caughtBy: ["lab/envelope.test.ts"]
  },
  {
    name: "lab: an image that failed is left out",
    file: "lab/images/endpoints.ts",
    find: "images: images.map((image) =>",
    replace: 'images: images.filter((image) => !("error" in image)).map((image) =>',
    caughtBy: ["lab/envelope.test.ts"]
  },
  {
    name: "lab: an error is a success by its code",
    file: "lab/endpoint.ts",
    find: "{ code: error.status,",
    replace: "{ code: 200,",
    caughtBy: ["lab/envelope.test.ts"]
  },
  {
    name: "lab: tasks of a service are everybody's",
    file: "lab/dressing.ts",
    find: 'if (task === undefined || task.status === "NOT_FOUND") return',
    replace: "if (task === undefined) return",
    caughtBy: ["rows/lab.test.ts"]
  },
  {
    name: "lab: a link is told whatever was asked",
    file: "lab/videos.ts",
    find: "request.values.return_url, model, media",
    replace: "true, model, media",
    caughtBy: ["rows/lab-videos.test.ts"]
  },
  {
    name: "lab: every length is one",
    file: "lab/videos.ts",
    find: "lengths.find((one) => one === text)",
    replace: 'typeof text === "string" ? text : undefined',
    caughtBy: ["rows/lab-videos.test.ts"]
  },
  {
    name: "lab: a ratio is not told to families that are asked for pixels",
    file: "lab/videos.ts",
    find: 'has.has("aspectRatio") ? succeed(shapeOf(values)) : sizeOf(values)',
    replace: "succeed(shapeOf(values))",
    caughtBy: ["rows/lab-videos.test.ts"]
  },
  {
    name: "lab: only the first of a product's words is a path",
    file: "lab/endpoint.ts",
    find: "also: others.map(path)",
    replace: "also: []",
    caughtBy: ["lab/names.test.ts"]
  },
  {
    name: "lab: an unknown path below the lab is told in another body",
    file: "gateway/error-answers.ts",
    find: "if (owner !== undefined) return owner.error(error, head)",
    replace: "",
    caughtBy: ["rows/lab.test.ts"]
  }
]
