import type { Random } from "./random.ts"

type Words = readonly [string, ...string[]]

const latin: Words = [
  "The build fails only on the second run, which makes me suspect the cache.",
  'Could you explain "backpressure" as if I had never written a server?',
  "In the log I see C:\\Users\\lena\\app\\index.ts:41, but that line is a comment.",
  "Please keep the public API as it is; callers pin the minor version.",
  "We measured 3.7 ms at the median and 41 ms at the 99th percentile.",
  "If the token is older than an hour, refresh it - otherwise leave it alone.",
  "Nothing else changed between the two releases, as far as I can tell.",
  "The invoice says $1,284.50, the ledger says $1,284.05; which is right?"
]

const worldly: Words = [
  "Die Prüfung schlägt nur beim zweiten Lauf fehl, vermutlich wegen des Zwischenspeichers.",
  "¿Podrías explicarme por qué la petición se repite después del límite de tiempo?",
  "Le décodeur « tolérant » accepte des octets qu’il devrait refuser.",
  "このエラーは二回目の実行でのみ発生します。キャッシュが原因だと思います。",
  "请把公共接口保持不变，调用方固定了次要版本号。",
  "Проверьте, пожалуйста, почему журнал обрывается на середине строки.",
  "هل يمكنك شرح الفرق بين النسختين بإيجاز؟",
  "Works on my machine 🤷‍♀️ — but the CI box disagrees 🚨.",
  "회의록을 요약하고 담당자별로 할 일을 나눠 주세요."
]

const code: Words = [
  '```ts\nexport const sum = (xs: readonly number[]): number => {\n\tlet total = 0\n\tfor (const x of xs) total += x\n\treturn total\n}\nconsole.log(`sum: ${sum([1, 2, 3])}`, "done")\n```',
  '```python\ndef read(path: str) -> dict[str, str]:\n    with open(path, encoding="utf-8") as f:\n        return dict(line.rstrip("\\n").split("=", 1) for line in f)\n```',
  "```sh\ncurl -sS \"https://api.example.com/v1/items?limit=10\" \\\n  -H 'accept: application/json' | jq '.items[] | {id, \"name\": .title}'\n```",
  '```json\n{\n  "retries": 3,\n  "backoff": 0.25,\n  "paths": ["a\\\\b", "c/d"]\n}\n```'
]

/** Text of about `length` characters: sentences, and now and then a block of code. `plain` keeps to one-byte characters. */
export const prose = (random: Random, length: number, plain: boolean): string => {
  let text = ""
  while (text.length < length) {
    if (text !== "") text += random.next() < 0.2 ? "\n\n" : " "
    if (length > 300 && random.next() < 0.12) text += random.pick(code)
    else text += plain || random.next() < 0.55 ? random.pick(latin) : random.pick(worldly)
  }
  return text
}

/** Pieces of a sentence as a model streams them: one to four words each. */
export const pieces = (random: Random, count: number, plain: boolean): readonly string[] => {
  const words = prose(random, count * 9, plain).split(/(?<= )/)
  const out: string[] = []
  for (let at = 0; out.length < count;) {
    const take = random.between(1, 4)
    out.push(words.slice(at, at + take).join("") || "… ")
    at = at + take >= words.length ? 0 : at + take
  }
  return out
}
