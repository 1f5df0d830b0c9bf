import { isStranger } from "../../asking.ts"
import { given, textAt } from "../../json.ts"
import { when } from "../../refusal.ts"
import type { Problem, Refusal } from "../../refusal.ts"
import { invalid } from "../context.ts"
import type { Caller, Context, GeminiRefusal } from "../context.ts"
import type { GeminiError } from "../error.ts"
import type { Fault } from "../read-message.ts"

type Stranger = Omit<GeminiRefusal, "find"> & { readonly by: Caller["kind"]; readonly says: string }

const strangers: readonly Stranger[] = [
  {
    name: "missing-key",
    when: "there is neither a key nor a token",
    status: 403,
    type: "PERMISSION_DENIED",
    code: null,
    by: "nobody",
    says: "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API."
  },
  {
    name: "wrong-key",
    when: "the key is not the sandbox's",
    status: 400,
    type: "INVALID_ARGUMENT",
    code: "API_KEY_INVALID",
    by: "key",
    says: "API key not valid. Please pass a valid API key."
  },
  {
    name: "wrong-token",
    when: "the bearer token is not the sandbox's",
    status: 401,
    type: "UNAUTHENTICATED",
    code: "ACCESS_TOKEN_TYPE_UNSUPPORTED",
    by: "token",
    says: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential."
  }
]

/** What is wrong with who asks, and the name of the refusal. */
export const callerProblem = (caller: Caller): (GeminiError & { readonly name: string }) | undefined => {
  const stranger = isStranger(caller) ? strangers.find(({ by }) => by === caller.kind) : undefined
  if (stranger === undefined) return undefined
  const { name, status, type, code: reason, says: message } = stranger
  return { name, status, type, reason, message }
}

const fault = (name: Fault["kind"], what: string): GeminiRefusal =>
  invalid(name, what, (context: Context): Problem | undefined =>
    context.fault?.kind === name ? { message: context.fault.message, param: context.fault.field } : undefined
  )

/** Who may call, whatever they call. */
export const callerRefusals: readonly Refusal<Pick<Context, "caller">>[] = strangers.map(
  ({ by, says, ...refusal }) => ({
    ...refusal,
    find: ({ caller }) => when(isStranger(caller) && caller.kind === by, says)
  })
)

/** Who may call, and the shape of the body. */
export const accessRefusals: readonly GeminiRefusal[] = [
  ...callerRefusals,
  invalid("malformed-json", "the body is not a JSON object", ({ parsed }) =>
    when(!parsed, "Invalid JSON payload received. Expected an object key or }.")
  ),
  {
    name: "unknown-model",
    when: "no Gemini model has this id",
    status: 404,
    type: "NOT_FOUND",
    code: null,
    find: ({ model, to }) =>
      when(
        model === undefined,
        `models/${to.model} is not found for API version ${to.version}, or is not supported for ${to.action}. Call ListModels to see the list of available models and their supported methods.`
      )
  },
  fault("unknown-name", "a member is unknown"),
  fault("wrong-type", "a member has the wrong JSON type, or bytes are not base64"),
  fault("unknown-value", "a word is none of the vendor's"),
  invalid("counted-twice", "contents stand beside the request that is counted", ({ countedTwice }) =>
    when(countedTwice, "generate_content_request and contents are mutually exclusive.", "contents")
  ),
  invalid("model-mismatch", "the body names another model than the path", ({ body, to }) => {
    const model = textAt(body, "model")?.replace(/^models\//, "")
    return when(
      given(body, "model") !== undefined && model !== to.model,
      `The model '${model ?? ""}' does not match the one in the path.`,
      "model"
    )
  })
]
