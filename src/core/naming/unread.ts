import { UnreadLists, type UnreadRules } from "../json/unread.ts"
import type { ModelNaming } from "./naming.ts"

/**
 * What of a format's bodies nobody need read where they pass: neither who asks which model works, nor the rules of the
 * format and its families, which look at `members` and `begins`.
 */
export const unreadLists = ({ members, spellings = itself }: ModelNaming, rules: UnreadRules): UnreadLists => {
  const named: string[] = []
  const plain: string[] = []
  const begins: string[] = [...(rules.begins ?? [])]
  for (const { path, prefix } of members) {
    const steps = path.split("/").slice(1)
    if (!steps.slice(0, 1).some((list) => Object.hasOwn(rules.lists, list))) continue
    if (prefix !== undefined) begins.push(prefix)
    for (let length = 2; length <= steps.length; length++) {
      const way = `/${steps.slice(0, length - 1).join("/")}/`
      const places = spellings(steps[length - 1] ?? "").map((name) => way + name)
      const isAsked = length === steps.length && prefix === undefined
      for (const place of places) (isAsked ? named : plain).push(place)
    }
  }
  return new UnreadLists({ ...rules, members: [...rules.members, ...named], plain, begins })
}

const itself = (name: string): readonly string[] => [name]
