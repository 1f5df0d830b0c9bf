import type { Mutant } from "./mutant.ts"

const crossing = ["formats/crossing/property-names.test.ts"]
const renamer = ["core/json/member-renamer.test.ts"]

/** Defects of how properties are sent to Claude whose names it refuses. */
export const propertyNames: readonly Mutant[] = [
  {
    name: "property names: those that Claude refuses are sent",
    file: "formats/messages/schema.ts",
    find: "allFit(properties)) return schema",
    replace: "true) return schema",
    caughtBy: ["sdk/property-names.test.ts"]
  },
  {
    name: "property names: two become one",
    file: "formats/messages/schema.ts",
    find: 'spelled === "" || used.has(spelled)',
    replace: 'spelled === ""',
    caughtBy: crossing
  },
  {
    name: "property names: other spellings are not told",
    file: "formats/messages/schema.ts",
    find: "if (sent !== schema) noteSpelled",
    replace: "if (sent === schema) noteSpelled",
    caughtBy: crossing
  },
  {
    name: "property names: a reference keeps the client's",
    file: "formats/messages/schema.ts",
    find: "sent.get(pointerTokens(`/${decodedFragment(name)}`)[0]) ?? name",
    replace: "name",
    caughtBy: crossing
  },
  {
    name: "property names: a reference is not read as in a URL",
    file: "formats/messages/schema.ts",
    find: "decodedFragment(name)}",
    replace: "name}",
    caughtBy: crossing
  },
  {
    name: "property names: a default of the root keeps the client's",
    file: "formats/messages/schema.ts",
    find: "required default dependencies",
    replace: "required dependencies",
    caughtBy: crossing
  },
  {
    name: "property names: earlier calls keep the client's",
    file: "formats/messages/tool-calls.ts",
    find: "if (properties === undefined) return input",
    replace: "if (input !== undefined) return input",
    caughtBy: crossing
  },
  {
    name: "property names: frames of a stream that are like the last are not read",
    file: "formats/messages/stream-decode.ts",
    find: "reply.properties === undefined ? deltaFastPath(bounded) : bounded",
    replace: "deltaFastPath(bounded)",
    caughtBy: crossing
  },
  {
    name: "property names: a name that is cut stays as it was sent",
    file: "formats/messages/tool-calls.ts",
    find: "end === text.length && end - at <= this.#longest",
    replace: "end === text.length && end < at",
    caughtBy: renamer
  },
  {
    name: "property names: members further inside have the client's, too",
    file: "formats/messages/tool-calls.ts",
    find: "code === 44) this.#atName = this.#depth === 1",
    replace: "code === 44) this.#atName = this.#depth >= 1",
    caughtBy: renamer
  },
  {
    name: "property names: the items of a list have the client's, too",
    file: "formats/messages/tool-calls.ts",
    find: "code === openList && this.#depth === 0 ? Infinity : 1",
    replace: "1",
    caughtBy: renamer
  },
  {
    name: "property names: the sandbox takes long ones",
    file: "sandbox/anthropic/refusals/tools.ts",
    find: "!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)",
    replace: "!/^[a-zA-Z0-9_.-]{1,65}$/.test(name)",
    caughtBy: ["sandbox/messages-refusals.test.ts"]
  }
]
