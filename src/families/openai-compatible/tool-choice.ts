import { isArray, isObject, type Json, type JsonObject, type JsonTemplate } from "../../core/json/json.ts"

/** A choice among some of the tools of a body, for an API that has no such choice. */
interface ChoiceAmong {
  /** What is said in its place where only these tools are sent. */
  readonly lowered: JsonTemplate
  /** Whether it leaves a tool out. */
  readonly excludes: (tool: JsonObject) => boolean
}

/** The choice among some of the tools that a body has; undefined where it has another one, or one that lets nothing be called. */
export const choiceAmong = (body: JsonObject): ChoiceAmong | undefined => {
  const allowed = allowedIn(body["tool_choice"])
  const listed = allowed?.["tools"]
  const entries = isArray(listed) ? listed.filter(isObject) : []
  const [entry, ...more] = entries
  if (entry === undefined) return undefined
  const names = new Set(entries.map(nameOf))
  return {
    lowered: allowed?.["mode"] === "required" ? (more.length === 0 ? entry : "required") : "auto",
    excludes: (tool) => !names.has(nameOf(tool))
  }
}

/** Whether a body forces a call. */
export const forcesCall = ({ tool_choice: choice }: JsonObject): boolean => {
  const allowed = allowedIn(choice)
  return allowed === undefined ? choice === "required" || isObject(choice) : allowed["mode"] === "required"
}

const allowedIn = (choice: Json | undefined): JsonObject | undefined => {
  if (!isObject(choice) || choice["type"] !== "allowed_tools") return undefined
  const { allowed_tools: allowed } = choice
  return isObject(allowed) ? allowed : {}
}

/** The name of a tool, in a list of tools or of choices. */
const nameOf = ({ function: definition, custom }: JsonObject): Json | undefined => {
  const named = definition ?? custom
  return isObject(named) ? named["name"] : undefined
}
