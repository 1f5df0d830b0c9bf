import type { Mutant } from "./mutant.ts"

const caughtBy = ["history/stores.test.ts"]

/** Defects of the stores that keep responses. */
export const history: readonly Mutant[] = [
  {
    name: "history: memory keeps one shelf for all",
    file: "history/memory.ts",
    find: "const shelf = this.#shelves.get(owner) ?? new Shelf()\n    this.#shelves.set(owner, shelf)",
    replace: 'const shelf = this.#shelves.get("") ?? new Shelf()\n    this.#shelves.set("", shelf).set(owner, shelf)',
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
    find: "      shelf.keep(name, { ...entry, used: ++this.#used })\n",
    replace: "",
    caughtBy
  },
  {
    name: "history: a text that is written again takes room twice",
    file: "history/memory.ts",
    find: "    this.drop(name)\n    this.entries.set",
    replace: "    this.entries.set",
    caughtBy
  },
  {
    name: "history: an owner may have it all",
    file: "history/texts.ts",
    find: "owner: Math.floor(all / 4)",
    replace: "owner: all",
    caughtBy
  },
  {
    name: "history: room for all is not bounded",
    file: "history/memory.ts",
    find: "while (this.#size > this.#limits.all) this.#evict()",
    replace: "",
    caughtBy
  },
  {
    name: "history: the items of a removed response are still found",
    file: "history/store-from-texts.ts",
    find: "rows.remove(owner, [responseName(id), ...names], now)",
    replace: "rows.remove(owner, [...names.slice(names.length), responseName(id)], now)",
    caughtBy: ["history/removed.test.ts"]
  },
  {
    name: "history: a response with items that were let go is given without them",
    file: "history/store-from-texts.ts",
    find: "if (input.length < names.length) return undefined\n",
    replace: "",
    caughtBy: ["history/removed.test.ts"]
  },
  {
    name: "history: items are printed anew",
    file: "history/store-from-texts.ts",
    find: 'if (typeof id === "string" && ids.includes(id)) found.set(id, JsonText.of(item).text)',
    replace: 'if (typeof id === "string" && ids.includes(id)) found.set(id, JSON.stringify(item))',
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
