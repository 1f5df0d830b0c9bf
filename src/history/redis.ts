import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { revealSecret } from "../credentials/credentials.ts"
import { type RedisOptions, redisConnection, type RunScript } from "../tasks/redis/layer.ts"
import { probeScript, redisScript } from "../tasks/redis/scripts.ts"
import { keptIn } from "./store-from-texts.ts"
import { ResponseStore, fittingTexts, mostSwept, type TextLimits, textLimits, type TextRows } from "./store.ts"

/**
 * Keeps responses in Redis, for any number of nodes, beside the tasks that may be there. What it acknowledged outlives
 * its own end only as far as it persists. The connection is made when it can be.
 */
export const layerRedis = ({
  url,
  prefix = "isogloss",
  ...limits
}: RedisOptions & Partial<TextLimits>): Layer.Layer<ResponseStore> =>
  Layer.effect(ResponseStore)(
    Effect.map(redisConnection(revealSecret(url), `{${prefix}}:responses`), (run) =>
      keptIn(inRedis(run, textLimits(limits)))
    )
  )

/**
 * All keys begin with `KEYS[1]`: `…:text:MEMBER` is a text, `…:used` and `…:used:OWNER` say when each was last used,
 * `…:over` when its time is over, `…:size` how large it is, `…:sizes` how large those of each owner are, and of all. A
 * member is the length of its owner's name, that name and its own.
 */
const names = `
local base, owner = KEYS[1], ARGV[1]
local used, over, size, sizes = base .. ':used', base .. ':over', base .. ':size', base .. ':sizes'
local function member(name) return string.len(owner) .. ':' .. owner .. name end
local function ownerOf(it)
  local digits = string.match(it, '^%d+')
  return string.sub(it, string.len(digits) + 2, string.len(digits) + 1 + tonumber(digits))
end
local function drop(it)
  local bytes = redis.call('HGET', size, it)
  if not bytes then return end
  local its = ownerOf(it)
  redis.call('DEL', base .. ':text:' .. it)
  redis.call('ZREM', used, it)
  redis.call('ZREM', used .. ':' .. its, it)
  redis.call('ZREM', over, it)
  redis.call('HDEL', size, it)
  redis.call('HINCRBY', sizes, 'all', -bytes)
  if redis.call('HINCRBY', sizes, 'of:' .. its, -bytes) <= 0 then redis.call('HDEL', sizes, 'of:' .. its) end
end
local function touch(it)
  local clock = redis.call('HINCRBY', sizes, 'clock', 1)
  redis.call('ZADD', used, clock, it)
  redis.call('ZADD', used .. ':' .. owner, clock, it)
end
local function sum(of) return tonumber(redis.call('HGET', sizes, of) or 0) end
`

const putScript = redisScript(`${names}
local now, expires, all, mine = tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
for _, it in ipairs(redis.call('ZRANGEBYSCORE', over, '-inf', now, 'LIMIT', 0, ${mostSwept})) do drop(it) end
for at = 6, #ARGV, 3 do
  local it = member(ARGV[at])
  drop(it)
  redis.call('SET', base .. ':text:' .. it, ARGV[at + 1])
  redis.call('ZADD', over, expires, it)
  redis.call('HSET', size, it, ARGV[at + 2])
  redis.call('HINCRBY', sizes, 'all', ARGV[at + 2])
  redis.call('HINCRBY', sizes, 'of:' .. owner, ARGV[at + 2])
  touch(it)
end
while sum('of:' .. owner) > mine do drop(redis.call('ZRANGE', used .. ':' .. owner, 0, 0)[1]) end
while sum('all') > all do drop(redis.call('ZRANGE', used, 0, 0)[1]) end
return 1
`)

const getScript = redisScript(`${names}
local found = {}
for at = 3, #ARGV do
  local it = member(ARGV[at])
  local ends = redis.call('ZSCORE', over, it)
  if ends and tonumber(ends) > tonumber(ARGV[2]) then
    found[#found + 1] = ARGV[at]
    found[#found + 1] = redis.call('GET', base .. ':text:' .. it)
    touch(it)
  end
end
return found
`)

const removeScript = redisScript(`${names}
local lived = 0
for at = 3, #ARGV do
  local it = member(ARGV[at])
  local ends = redis.call('ZSCORE', over, it)
  if ends and tonumber(ends) > tonumber(ARGV[2]) then lived = 1 end
  drop(it)
end
return lived
`)

const inRedis = (run: RunScript, limits: TextLimits): TextRows => {
  const running =
    <A>(script: ReturnType<typeof redisScript>, read: (reply: unknown) => A) =>
    (...args: Parameters<RunScript>[1]) =>
      Effect.flatMap(run(script, args), (reply) => Effect.try({ try: () => read(reply), catch: (why) => why }))
  return {
    put: (owner, texts, now) =>
      Effect.try({ try: () => fittingTexts(texts, limits), catch: (why) => why }).pipe(
        Effect.flatMap((fitting) => {
          const sized = fitting.flatMap(({ name, bytes, size }) => [name, bytes, size])
          return running(putScript, readNumber)(owner, now, now + limits.life, limits.all, limits.owner, ...sized)
        }),
        Effect.asVoid
      ),
    get: (owner, wanted, now) => running(getScript, readPairs)(owner, now, ...wanted),
    remove: (owner, wanted, now) =>
      Effect.map(running(removeScript, readNumber)(owner, now, ...wanted), (it) => it === 1),
    probe: Effect.asVoid(run(probeScript, []))
  }
}

const readNumber = Schema.decodeUnknownSync(Schema.Int)

const readTexts = Schema.decodeUnknownSync(Schema.Array(Schema.String))

const readPairs = (reply: unknown): ReadonlyMap<string, string> => {
  const texts = readTexts(reply)
  return new Map(texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ""] as const] : [])))
}
