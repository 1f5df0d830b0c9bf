import type { Mutant } from "./mutant.ts"

const caughtBy = ["history/stores.test.ts"]

/** Defects of the stores that keep responses. */
export const history: readonly Mutant[] = [
  {
    name: "history: memory keeps one shelf for all",
    file: "history/memory.ts",
    find: "const shelf = this.#owners.get(owner) ?? new OwnShelf(owner)",
    replace: 'const shelf = this.#owners.get("") ?? new OwnShelf(owner)\n    this.#owners.set("", shelf)',
    caughtBy
  },
  {
    name: "history: memory gives what is over",
    file: "history/memory.ts",
    find: "entry === undefined || entry.expires <= now",
    replace: "entry === undefined || entry.expires < now",
    caughtBy
  },
  {
    name: "history: reading does not renew a text's turn",
    file: "history/memory.ts",
    find: "      this.#take(entry)\n      this.#add(entry)\n",
    replace: "",
    caughtBy
  },
  {
    name: "history: a text that is written again takes room twice",
    file: "history/memory.ts",
    find: "      this.#drop(shelf.names.get(name))\n",
    replace: "",
    caughtBy
  },
  {
    name: "history: an owner may have it all",
    file: "history/store.ts",
    find: "owner: Math.floor(all / 4)",
    replace: "owner: all",
    caughtBy
  },
  {
    name: "history: what a text takes beside its bytes is not counted",
    file: "history/store.ts",
    find: "encoder.encode(name).length + bytesBeside",
    replace: "encoder.encode(name).length",
    caughtBy: ["history/memory.test.ts"]
  },
  {
    name: "history: letters are counted, not bytes",
    file: "history/store.ts",
    find: "const size = bytes.length +",
    replace: "const size = text.length +",
    caughtBy
  },
  {
    name: "history: what one writing takes is not bounded",
    file: "history/store.ts",
    find: "    left -= size\n",
    replace: "",
    caughtBy
  },
  {
    name: "history: a byte order mark at the beginning of a text is lost",
    file: "history/store.ts",
    find: 'const decoder = new TextDecoder("utf-8", { ignoreBOM: true })',
    replace: "const decoder = new TextDecoder()",
    caughtBy
  },
  {
    name: "history: room for all is not bounded",
    file: "history/memory.ts",
    find: "for (const entry of this.#all.beyond(this.#limits.all)) this.#drop(entry)",
    replace: "",
    caughtBy
  },
  {
    name: "history: the items of a removed response are still found",
    file: "history/store-from-texts.ts",
    find: "[responseName(id), ...ids.map(itemName)]",
    replace: "[...ids.slice(ids.length), responseName(id)]",
    caughtBy: ["history/removed.test.ts"]
  },
  {
    name: "history: a response with items that were let go is given without them",
    file: "history/store-from-texts.ts",
    find: "if (!names.every((name) => texts.has(name))) return undefined\n",
    replace: "",
    caughtBy: ["history/removed.test.ts"]
  },
  {
    name: "history: a long text is read in one go",
    file: "history/store.ts",
    find: "bytes.length > mostInTurn ? yield* longTextOf(bytes)",
    replace: "bytes.length > Infinity ? yield* longTextOf(bytes)",
    caughtBy: ["history/long-answers.test.ts"]
  },
  {
    name: "history: of a character whose bytes stand in two pieces none is left",
    file: "history/store.ts",
    find: "from + mostInTurn), { stream: true })",
    replace: "from + mostInTurn))",
    caughtBy: ["history/long-answers.test.ts"]
  },
  {
    name: "history: what a long answer holds is not said to its store",
    file: "exchange/history.ts",
    find: "{ answer: told, items: found.items }",
    replace: "{ answer: told }",
    caughtBy: ["history/long-answers.test.ts"]
  },
  {
    name: "history: each item is a text of its own",
    file: "history/store.ts",
    find: "if (length < least) continue",
    replace: "",
    caughtBy: ["history/many-items.test.ts"]
  },
  {
    name: "history: items are printed anew",
    file: "history/store-from-texts.ts",
    find: "found.set(id, { ...issuer, text })",
    replace: "found.set(id, { ...issuer, text: JSON.stringify(JSON.parse(text)) })",
    caughtBy
  },
  {
    name: "history: a file gives another owner's",
    file: "history/sqlite.ts",
    find: "WHERE owner = :owner AND expires > :now\n",
    replace: "WHERE :owner > '' AND expires > :now\n",
    caughtBy
  },
  {
    name: "history: a file keeps for ever",
    file: "history/sqlite.ts",
    find: "WHERE owner = :owner AND expires > :now\n",
    replace: "WHERE owner = :owner AND :now > -1\n",
    caughtBy
  },
  {
    name: "history: a file forgets nothing that is too much",
    file: "history/sqlite.ts",
    find: "while (numberIn(statements.sizeOf.get({ owner })) > limits.owner) statements.evictOf.run({ owner })",
    replace: "",
    caughtBy
  },
  {
    name: "history: others may read a file",
    file: "tasks/sqlite/layer.ts",
    find: 'closeSync(openSync(path, "a", own))',
    replace: 'closeSync(openSync(path, "a"))',
    caughtBy
  },
  {
    name: "history: Redis takes two names for one",
    file: "history/redis.ts",
    find: "return string.len(owner) .. ':' .. owner .. name",
    replace: "return '3:' .. owner .. name",
    caughtBy: ["history/removed.test.ts"]
  },
  {
    name: "history: Redis gives what is over",
    file: "history/redis.ts",
    find: "if ends and tonumber(ends) > tonumber(ARGV[2]) then\n    found",
    replace: "if ends then\n    found",
    caughtBy
  },
  {
    name: "history: Redis counts no owner's room",
    file: "history/redis.ts",
    find: "while sum('of:' .. owner) > mine do drop(redis.call('ZRANGE', used .. ':' .. owner, 0, 0)[1]) end",
    replace: "",
    caughtBy
  }
]
