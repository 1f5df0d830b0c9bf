import type { Mutant } from "./mutant.ts"

const ids = ["permission/ids.test.ts"]
const matrix = ["permission/matrix.test.ts"]
const twins = ["permission/twins.test.ts"]

/** Defects in what is asked of a key before a body goes to a vendor. */
export const permission: readonly Mutant[] = [
  {
    name: "the program that walks over a body lets names pass that somebody looks at",
    file: "core/json/outline-wasm.ts",
    find: "if (unread.asks(bytes, walker.from.value, walker.to.value, walker.level.value)) return false",
    replace: "",
    caughtBy: ["core/json/outline.test.ts"]
  },
  {
    name: "the program that walks over a body lets strings pass that somebody looks at",
    file: "core/json/outline-wasm.ts",
    find: "if (unread.asksFor(bytes, walker.from.value)) return false",
    replace: "",
    caughtBy: ["core/json/outline.test.ts"]
  },
  {
    name: "the program that walks over a body keeps the rules of the body before",
    file: "core/json/outline-wasm.ts",
    find: "if (made.unread !== unread) {",
    replace: "if (made.unread === undefined) {",
    caughtBy: ["core/json/outline.test.ts"]
  },
  {
    name: "the program that walks over a body reads on in the body before",
    file: "core/json/outline-wasm.ts",
    find: "  memory.fill(0, start + length, start + length + zeros)",
    replace: "",
    caughtBy: ["core/json/outline.test.ts"]
  },
  {
    name: "permission: lists pass unread that have a member somebody looks at",
    file: "core/json/outline.ts",
    find: "if (unread.asks(bytes, name, end, level)) return false",
    replace: "",
    caughtBy: ["core/json/outline.test.ts"]
  },
  {
    name: "permission: lists pass unread that have a value somebody looks at",
    file: "core/json/outline.ts",
    find: "if (first === quote && standIn !== undefined && unread.asksFor(bytes, at + 1)) return false",
    replace: "",
    caughtBy: ["core/json/outline.test.ts"]
  },
  {
    name: "permission: a name in another case passes unread",
    file: "core/json/outline.ts",
    find: "(this.#deepest.get(name.toLowerCase()) ?? 0)",
    replace: "(this.#deepest.get(name) ?? 0)",
    caughtBy: ["core/json/outline.test.ts"]
  },
  {
    name: "permission: an escape may hide a letter in lists that pass unread",
    file: "core/json/outline.ts",
    find: " && !hidden.test(digits)",
    replace: "",
    caughtBy: ["core/json/outline.test.ts"]
  },
  {
    name: "permission: models that tools name are not looked for in lists that pass unread",
    file: "core/naming/naming.ts",
    find: "(isAsked ? named : plain).push(place)",
    replace: "plain.push(place)",
    caughtBy: matrix
  },
  {
    name: "permission: an id of any length is looked up and remembered",
    file: "families/model-registry.ts",
    find: "id.length > longestId || loneSurrogate.test(id)",
    replace: "loneSurrogate.test(id)",
    caughtBy: ["families/families.test.ts"]
  },
  {
    name: "permission: half a character may end an id",
    file: "families/model-registry.ts",
    find: "id.length > longestId || loneSurrogate.test(id)",
    replace: "id.length > longestId",
    caughtBy: ids
  },
  {
    name: "permission: an id of any length is asked of the key",
    file: "exchange/permission.ts",
    find: "if (sent.length > longestId) return false",
    replace: "",
    caughtBy: ids
  },
  {
    name: "permission: a body may name as many models as it holds",
    file: "core/naming/naming.ts",
    find: "scan.named.length > mostNamed ?",
    replace: "scan.named.length < 0 ?",
    caughtBy: ids
  },
  {
    name: "permission: a model that a body names is not asked",
    file: "exchange/permission.ts",
    find: "if (id !== undefined && !maySend(principal, id))",
    replace: 'if (id !== undefined && at === "/model" && !maySend(principal, id))',
    caughtBy: matrix
  },
  {
    name: "permission: a choice of the vendor's needs no permission",
    file: "exchange/permission.ts",
    find: "(id === undefined || isChooser(id))",
    replace: "id !== undefined && isChooser(id)",
    caughtBy: matrix
  },
  {
    name: "permission: an id that stands for a choice needs no permission",
    file: "exchange/permission.ts",
    find: "(id === undefined || isChooser(id))",
    replace: "id === undefined",
    caughtBy: ids
  },
  {
    name: "permission: ids between commas are asked as one",
    file: "exchange/permission.ts",
    find: 'sent.includes(",") ? sent.split(",").map((id) => id.trim()) : [sent]',
    replace: "[sent]",
    caughtBy: ids
  },
  {
    name: "permission: a key of some models may leave the choice to vendors",
    file: "credentials/credentials.ts",
    find: 'routing = models.includes("*")',
    replace: "routing = true",
    caughtBy: matrix
  },
  {
    name: "permission: the permission to leave a choice is not read",
    file: "credentials/credentials.ts",
    find: "  routing,\n",
    replace: '  routing: models.includes("*") && routing,\n',
    caughtBy: matrix
  },
  {
    name: "permission: a name in another case is no other name",
    file: "core/naming/naming.ts",
    find: "if (name !== undefined) this.ambiguous ??= ambiguousName(",
    replace: "if (name === key) this.ambiguous ??= ambiguousName(",
    caughtBy: twins
  },
  {
    name: "permission: the long s is no s",
    file: "core/naming/naming.ts",
    find: '.replaceAll("\\u017f", "s")',
    replace: "",
    caughtBy: twins
  },
  {
    name: "permission: the other spelling of a member is not looked at",
    file: "formats/generate-content/passthrough.ts",
    find: "spellings: (name) => [name, snakeCase(name)],",
    replace: "",
    caughtBy: matrix
  },
  {
    name: "permission: a list of models is asked by its first",
    file: "core/naming/naming.ts",
    find: "value.forEach((it, index) => this.over(item, it, childPointer(at, index)))",
    replace: "this.over(item, value[0], childPointer(at, 0))",
    caughtBy: ids
  },
  {
    name: "permission: a body's model that is the path's keeps the operator's name",
    file: "exchange/prepare-call.ts",
    find: 'if (typeof model !== "string" || idIn(naming, model) !== call.model) return []',
    replace: "if (model !== null) return []",
    caughtBy: ids
  },
  {
    name: "permission: what is unpacked twice is looked at once",
    file: "core/naming/naming.ts",
    find: "place?.below(again, place)",
    replace: "place?.below(again)",
    caughtBy: ["permission/unpacked.test.ts"]
  },
  {
    name: "permission: a field of a form that is nearly JSON is a text",
    file: "exchange/images/calls.ts",
    find: '  return typeof valueOf(field.text) === "string"\n',
    replace: "  return false\n",
    caughtBy: ["permission/forms.test.ts"]
  },
  {
    name: "permission: a text that is no JSON may not be in any field",
    file: "exchange/images/calls.ts",
    find: "anyNaming.root.at(first)?.isLeaf !== false",
    replace: "anyNaming.root.at(first) === undefined",
    caughtBy: ["permission/forms.test.ts"]
  },
  {
    name: "permission: what is unpacked from a body is not looked at",
    file: "core/naming/gateways.ts",
    find: "[...everywhere, ...unpacked]",
    replace: "[...everywhere]",
    caughtBy: matrix
  },
  {
    name: "permission: fields of a form with brackets are other fields",
    file: "exchange/images/calls.ts",
    find: "membersOfField(field.name).slice(0, deepest)",
    replace: "[field.name]",
    caughtBy: ids
  },
  {
    name: "permission: members of JSON that go as a form have any name",
    file: "exchange/images/calls.ts",
    find: "body.fields.some(({ name }) => isAmbiguousField(name))",
    replace: "body.fields.length === 0",
    caughtBy: ["permission/forms.test.ts"]
  },
  {
    name: "permission: a dot in a field's name is a dot",
    file: "core/naming/fields.ts",
    find: "[\\s\\\\%.\\p{Cc}]",
    replace: "[\\s\\\\%\\p{Cc}]",
    caughtBy: ["permission/forms.test.ts"]
  },
  {
    name: "permission: brackets of a field's name need not match",
    file: "core/naming/fields.ts",
    find: " || !hasPairs(name)",
    replace: "",
    caughtBy: ["permission/forms.test.ts"]
  },
  {
    name: "permission: a form may say how its texts are read",
    file: "core/naming/fields.ts",
    find: ' || name === "_charset_"',
    replace: "",
    caughtBy: ["permission/forms.test.ts"]
  },
  {
    name: "permission: two fields of one object are looked at together, as a list that nobody reads",
    file: "exchange/images/calls.ts",
    find: "namedBy(anyNaming, ...body.fields.map(saidBy))",
    replace: "namedBy(anyNaming, ...body.fields.slice(0, 3).map(saidBy))",
    caughtBy: ["permission/forms.test.ts"]
  },
  {
    name: "permission: texts of a form are never JSON",
    file: "exchange/images/calls.ts",
    find: "return json?.value === undefined ? text : json",
    replace: "return text",
    caughtBy: ids
  },
  {
    name: "permission: a request inside one that is counted is not looked at",
    file: "endpoints/counting.ts",
    find: 'if (!outer.ok || place === "") return outer',
    replace: "if (!outer.ok || place !== undefined) return outer",
    caughtBy: ids
  },
  {
    name: "permission: an object that is read as a list names nothing",
    file: "core/naming/naming.ts",
    find: "if (isObject(value[key])) this.over(item,",
    replace: "if (isArray(value[key])) this.over(item,",
    caughtBy: ["permission/unpacked.test.ts"]
  },
  {
    name: "permission: one vendor's members are not asked where a gateway unpacks them",
    file: "core/naming/gateways.ts",
    find: "  ...elsewhere,\n  ...everywhere",
    replace: "  ...everywhere",
    caughtBy: ["permission/unpacked.test.ts"]
  },
  {
    name: "permission: a member of an SDK's type is not in the list",
    file: "core/naming/gateways.ts",
    find: '  ...modelMembers(images, "/svg/model"),\n',
    replace: "",
    caughtBy: ["permission/sdk-types.test.ts"]
  },
  {
    name: "permission: a top-level member of an SDK's type may stand in another case",
    file: "formats/messages/passthrough.ts",
    find: "billing_policy ",
    replace: "",
    caughtBy: ["permission/sdk-types.test.ts"]
  },
  {
    name: "permission: what stands beside a fallback's model decides nothing",
    file: "core/naming/naming.ts",
    find: "else if (place.isClosed && object[key] !== null)",
    replace: "else if (place.isClosed && object[key] === undefined)",
    caughtBy: matrix
  },
  {
    name: "permission: a name in small letters is never another in another case",
    file: "core/naming/naming.ts",
    find: "(!this.#hasCapitals && isSmall.test(name))",
    replace: "isSmall.test(name)",
    caughtBy: twins
  },
  {
    name: "blanks around a member's name hide it",
    file: "core/naming/naming.ts",
    find: "while (end > start && isBlank",
    replace: "while (end > start && end < 0 && isBlank",
    caughtBy: twins
  },
  {
    name: "blanks that are none to JavaScript hide a member's name",
    file: "core/naming/naming.ts",
    find: "/[\\0- \\u007f-\\u00a0\\s]/",
    replace: "/\\s/",
    caughtBy: twins
  },
  {
    name: "what stands behind a NUL hides a member's name",
    file: "core/naming/naming.ts",
    find: "if (nul >= 0) end = nul",
    replace: "",
    caughtBy: twins
  },
  {
    name: "a long name is nobody's twin, whatever it is padded with",
    file: "core/naming/naming.ts",
    find: "if (isBare.test(name) && (name.length",
    replace: "if ((name.length",
    caughtBy: twins
  },
  {
    name: "a form's field is called what others read otherwise",
    file: "endpoints/form.ts",
    find: "if (isAmbiguousField(unescaped(name)))",
    replace: 'if (isAmbiguousField("a"))',
    caughtBy: ["images/form.test.ts"]
  }
]
