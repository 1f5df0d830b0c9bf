import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GatewayError } from "../core/errors/error.ts"
import { functions, memberMistake, misspelling, positive, texts } from "../core/given.ts"
import {
  Credentials,
  type KeyedRequest,
  type Permissions,
  permissionOf,
  type Principal,
  refusal,
  wantedPermissions
} from "./credentials.ts"

/** A request whose caller is to be found. Header names are lower-case. */
export interface UnauthenticatedRequest extends Omit<KeyedRequest, "address"> {
  /** The keys that stand where the route reads some; a key in two places stands here once. */
  readonly keys: readonly string[]
  /** The network address of the client, where its host knows it. */
  readonly address: string | undefined
}

/** An account that calls: its name, which usage is counted and responses are kept under, and what it may. */
export interface CallingAccount extends Permissions {
  readonly name: string
}

/**
 * Finds whose a request is; nobody's, and it is refused with a 401. An object with a `name` lets it in, and nothing else:
 * what is falsy is nobody, and so is what is no account, of which there is a line of the log. A `GatewayError` that is
 * thrown is the refusal itself; anything else is a defect: a 500, and a line of the log. Where it gives no answer in time,
 * that is a 503, and a line.
 */
export type Authenticate = (
  arrival: UnauthenticatedRequest
) => CallingAccount | undefined | Promise<CallingAccount | undefined>

/** How long a function may look for an account, in milliseconds. */
const usualTimeout = 10_000

const wanted = [...functions("authenticate"), ...positive("authenticateTimeout")]

/** Credentials that a function knows. */
export const credentialsOf = (authenticate: Authenticate, timeout = usualTimeout): Layer.Layer<Credentials> =>
  Layer.sync(Credentials)(() => {
    const mistake = memberMistake({ authenticate, authenticateTimeout: timeout }, wanted)
    if (mistake !== undefined) throw new GatewayError("Internal", `${mistake}.`)
    return {
      authenticate: (presented, { method, path, headers, address }) => {
        const keys = [...new Set(presented.map(({ secret }) => secret))]
        const arrival = { method, path, headers, keys, address: address() }
        return Effect.tryPromise({ try: async () => authenticate(arrival), catch: refused }).pipe(
          Effect.timeoutOrElse({ duration: timeout, orElse: () => late(timeout) }),
          Effect.flatMap((given) => principalOf(given, keys))
        )
      }
    }
  })

/** What was thrown, where it is a refusal; all else is a defect. */
const refused = (thrown: unknown): GatewayError => {
  if (thrown instanceof GatewayError) return thrown
  throw thrown
}

/** Nobody knows in time who calls: what is asked for that is out of order. */
const late = (timeout: number): Effect.Effect<never, GatewayError> =>
  Effect.andThen(
    Effect.logError(`A request was answered with a 503: \`authenticate\` gave no answer within ${timeout / 1000} s.`),
    Effect.fail(new GatewayError("Internal", "Who calls could not be told in time. Try again.", { status: 503 }))
  )

/** The account that a function gave, whatever its type says; nobody may be told as anything that is falsy. */
const principalOf = (
  given: CallingAccount | undefined,
  keys: readonly string[]
): Effect.Effect<Principal, GatewayError> => {
  const mistake = accountMistake(given)
  if (given && mistake === undefined) return Effect.succeed({ name: given.name, ...permissionOf(given) })
  const nobody = Effect.fail(refusal(keys.length === 0 ? "No API key was given." : "The API key is not valid."))
  return given ? Effect.andThen(Effect.logError(`${noAccount} ${mistake}.`), nobody) : nobody
}

const wantedAccount = [...texts("name"), ...wantedPermissions]

const knownMembers = wantedAccount.map(({ name }) => name)

/** Why something is no account, without what it holds; undefined where it is one. */
const accountMistake = (given: unknown): string | undefined => {
  if (typeof given !== "object" || given === null) return `it is a ${typeof given}, and no object with a \`name\``
  if (given instanceof Error) return "it is an error, which is to be thrown"
  if (!("name" in given) || given.name === undefined) return "it has no `name`"
  return memberMistake(given, wantedAccount) ?? misspelling(given, knownMembers)
}

const noAccount = "A request was answered with a 401, as what `authenticate` gave for it is no account:"

/**
 * The network that one client has: an address of version 4 itself, also where it is mapped into version 6; of version 6
 * the first 64 bits, whose rest its owner chooses.
 */
export const networkOf = (address: string): string => {
  if (!address.includes(":")) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [before = "", after] = address.toLowerCase().split("::")
  const front = groupsOf(before)
  const back = groupsOf(after ?? "")
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0")
  return [...front, ...zeros, ...back].slice(0, 4).map(withoutZeros).join(":")
}

const groupsOf = (text: string): readonly string[] => (text === "" ? [] : text.split(":"))

/** A group without leading zeros. */
const withoutZeros = (group: string): string => group.replace(/^0+(?=.)/, "")
