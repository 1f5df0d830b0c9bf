import { createHash } from "node:crypto"

/**
 * What Redis does at one stroke. All keys begin with `KEYS[1]`: `…:task:ID` has a task's members, `…:due` the open tasks
 * by when they may be taken, `…:over` the ended ones by when they may be forgotten, `…:states` the counts, and
 * `…:claim:OWNER-AND-KEY` a claim, which Redis forgets by itself. Null is an empty text.
 */
export interface RedisScript {
  readonly text: string
  /** What Redis calls it once it was seen. */
  readonly digest: string
}

const names = `
local base = KEYS[1]
local due, over, states = base .. ':due', base .. ':over', base .. ':states'
local function at(id) return base .. ':task:' .. id end
local function kept(id) return redis.call('HMGET', at(id), 'owner', 'holder', 'until', 'fence', 'document') end
local function claimAt(key) return base .. ':claim:' .. key end
local function claimed(key, now)
  local first = redis.call('HMGET', claimAt(key), 'hash', 'id', 'until')
  if not first[1] or tonumber(first[3]) <= tonumber(now) then return false end
  local row = kept(first[2])
  return row[1] and {first[1], row}
end
`

/** A script by its text. */
export const redisScript = (text: string): RedisScript => ({
  text,
  digest: createHash("sha1").update(text).digest("hex")
})

const script = (lua: string): RedisScript => redisScript(`${names}${lua}`)

/** Gives a claim's hash and its task's members where it is taken; else null. */
export const insertScript = script(`
local id, owner, state, whenDue, holder, till, fence, expires, document, now, key, hash, ends = unpack(ARGV)
if key then
  local first = claimed(key, now)
  if first then return first end
  redis.call('HSET', claimAt(key), 'hash', hash, 'id', id, 'until', ends)
  redis.call('PEXPIRE', claimAt(key), math.max(1, math.ceil(ends - now)))
end
redis.call('HSET', at(id), 'owner', owner, 'state', state, 'holder', holder, 'until', till, 'fence', fence, 'document', document)
redis.call('ZADD', due, whenDue, id)
redis.call('HINCRBY', states, state, 1)
return nil
`)

/** Gives what a key stands for, in the same way. */
export const standingScript = script("return claimed(ARGV[1], ARGV[2])")

/** Gives a task's members, or null. */
export const readScript = script(`
local row = kept(ARGV[1])
return row[1] and row
`)

/** Gives the members of each task that is taken. */
export const takeScript = script(`
local now, holder, till, limit = unpack(ARGV)
local taken = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, limit)) do
  redis.call('HINCRBY', at(id), 'fence', 1)
  redis.call('HSET', at(id), 'holder', holder, 'until', till)
  redis.call('ZADD', due, till, id)
  table.insert(taken, kept(id))
end
return taken
`)

/** Gives 1 where the step was written. */
export const replaceScript = script(`
local id, owner, state, whenDue, holder, till, fence, expires, document, freed = unpack(ARGV)
local current = redis.call('HMGET', at(id), 'state', 'fence')
if current[2] ~= fence then return 0 end
local follows = false
for i = 11, #ARGV do follows = follows or ARGV[i] == current[1] end
if not follows then return 0 end
redis.call('HSET', at(id), 'state', state, 'holder', holder, 'until', till, 'document', document)
redis.call('HINCRBY', states, current[1], -1)
redis.call('HINCRBY', states, state, 1)
if whenDue == '' then
  redis.call('ZREM', due, id)
  redis.call('ZADD', over, expires, id)
else
  redis.call('ZADD', due, whenDue, id)
end
if freed ~= '' and redis.call('HGET', claimAt(freed), 'id') == id then redis.call('DEL', claimAt(freed)) end
return 1
`)

/** Gives 1 where the lease was moved. */
export const renewScript = script(`
local id, fence, till = unpack(ARGV)
if redis.call('HGET', at(id), 'fence') ~= fence or not redis.call('ZSCORE', due, id) then return 0 end
redis.call('HSET', at(id), 'until', till)
redis.call('ZADD', due, till, id)
return 1
`)

/** Gives how many were forgotten. */
export const sweepScript = script(`
local now, limit = unpack(ARGV)
local ids = redis.call('ZRANGEBYSCORE', over, '-inf', now, 'LIMIT', 0, limit)
for _, id in ipairs(ids) do
  redis.call('HINCRBY', states, redis.call('HGET', at(id), 'state'), -1)
  redis.call('DEL', at(id))
  redis.call('ZREM', over, id)
end
return #ids
`)

/** Gives states and their counts in turn. */
export const countsScript = script("return redis.call('HGETALL', states)")

/** Writes a key that Redis forgets by itself, which fails where Redis is full, a replica, or has too few of its own. */
export const probeScript = redisScript(`
redis.call('HSET', KEYS[1] .. ':probe', 'at', '')
return redis.call('PEXPIRE', KEYS[1] .. ':probe', 60000)
`)
