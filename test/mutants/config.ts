import type { Mutant } from "./mutant.ts"

const caughtBy: Mutant["caughtBy"] = ["config/kept.test.ts"]

/** Defects in what a configuration says of tasks, media and accounts. */
export const config: readonly Mutant[] = [
  {
    name: "a mapping may be a name in a file",
    file: "config/file.ts",
    find: "for (const { key } of items) if (isCollection(key))",
    replace: "for (const { key } of items) if (isCollection(key) && items.length > 9)",
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "a key of a file has no sentence that says what it must be",
    file: "config/schema.ts",
    find: '["wireNames.native.*", "the name of a member"],',
    replace: "",
    caughtBy: ["config/sentences.test.ts"]
  },
  {
    name: "a range may end before it begins",
    file: "config/schema.ts",
    find: " && value[0] <= value[1]",
    replace: "",
    caughtBy
  },
  {
    name: "a short key is taken where others reach the gateway",
    file: "config/validators.ts",
    find: 'host === "localhost" ||',
    replace: 'host !== "" ||',
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "a short key of the environment is taken",
    file: "config/environment.ts",
    find: "if (problems.length === 0 && upstreams.length > 0)",
    replace: "if (problems.length > 9)",
    caughtBy: ["config/environment.test.ts"]
  },
  {
    name: "a configured secret may be short",
    file: "config/validators.ts",
    find: "accepts: isSecret",
    replace: 'accepts: (text) => text !== ""',
    caughtBy
  },
  {
    name: "a password stands where its hash must",
    file: "config/validators.ts",
    find: "accepts: isPasswordHash",
    replace: 'accepts: (text) => text !== ""',
    caughtBy
  },
  {
    name: "accounts need no secret",
    file: "config/check.ts",
    find: 'itemsOf(file, "accounts").length === 0',
    replace: "true",
    caughtBy
  },
  {
    name: "links need no secret",
    file: "config/check.ts",
    find: 'memberOf(file, "publicUrl") === undefined',
    replace: "true",
    caughtBy
  },
  {
    name: "links of the environment need no secret",
    file: "config/environment.ts",
    find: "problems.push(...unsigned(stores))",
    replace: "",
    caughtBy
  },
  {
    name: "two accounts have one name",
    file: "config/check.ts",
    find: "duplicateUsernames,",
    replace: "",
    caughtBy
  },
  {
    name: "a node is none of the nodes",
    file: "config/check.ts",
    find: 'names.includes(node ?? "")',
    replace: "allNodes !== undefined",
    caughtBy
  },
  {
    name: "one media file may be larger than all",
    file: "config/check.ts",
    find: "medium <= all",
    replace: "true",
    caughtBy
  },
  {
    name: "a folder is a file of tasks",
    file: "config/validators.ts",
    find: ' || path.endsWith("/")',
    replace: "",
    caughtBy
  },
  {
    name: "the keys of before are forgotten",
    file: "config/file.ts",
    find: "({ name, ...entry })",
    replace: "({ name, ...entry, retired: undefined })",
    caughtBy
  },
  {
    name: "a base URL that ends in the path of a call is taken",
    file: "config/validators.ts",
    find: "callPath.exec(given)?.[0]",
    replace: "callPath.exec(given)?.[9]",
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "a base URL that ends in the version which calls write is taken",
    file: "config/validators.ts",
    find: 'own.pathname === "/" ? versions',
    replace: 'own.pathname === "" ? versions',
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "a vendor's base URL without its path is taken",
    file: "config/validators.ts",
    find: "host !== own.host",
    replace: "host === own.host",
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "what is wrong with a variable that has the form is not told",
    file: "config/environment.ts",
    find: "want.mistake?.(text)",
    replace: "undefined",
    caughtBy: ["config/environment.test.ts"]
  },
  {
    name: "an empty configuration file is told as one that holds no object",
    file: "config/file.ts",
    find: "document.contents === null",
    replace: "false",
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "a body that is a list is told as no JSON object alone",
    file: "core/reading/issue-reader.ts",
    find: 'return "a list"',
    replace: 'return "an object"',
    caughtBy: ["core/reading/body-object.test.ts"]
  }
]
