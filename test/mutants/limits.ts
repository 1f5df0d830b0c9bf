import type { Mutant } from "./mutant.ts"

const limiter = "upstream/connection-limiter.ts"
const caughtBy: Mutant["caughtBy"] = ["upstream/connection-limiter.test.ts"]

/** Defects in what one account, one address and one stranger may cost. */
export const limits: readonly Mutant[] = [
  {
    name: "whoever was refused a socket tries again",
    file: "upstream/sending.ts",
    find: 'reason === "Overloaded" || reason === "RateLimited"',
    replace: 'reason === "Overloaded"',
    caughtBy: ["faults/gateway/fair.test.ts"]
  },
  {
    name: "nobody knows for whom an upstream is called",
    file: "gateway/serve.ts",
    find: "Tenant, principal.name)",
    replace: 'Tenant, "")',
    caughtBy: ["faults/gateway/fair.test.ts"]
  },
  {
    name: "an account may have any number of requests under way",
    file: "gateway/serve.ts",
    find: "if (count >= requests)",
    replace: "if (count > 1e6)",
    caughtBy: ["faults/gateway/fair.test.ts"]
  },
  {
    name: "one account's bodies may hold all the memory",
    file: "gateway/body-ledger.ts",
    find: "isWithinShare(wanted, free, share)",
    replace: "free >= 0",
    caughtBy: ["shell/body-ledger.test.ts"]
  },
  {
    name: "bytes of bodies whose request ended are held",
    file: "gateway/body-ledger.ts",
    find: "this.#add(account, -entered)",
    replace: "this.#add(account, 0)",
    caughtBy: ["faults/gateway/bodies.test.ts"]
  },
  {
    name: "bytes of a body are counted though its answer goes on without it",
    file: "gateway/serve.ts",
    find: "Effect.map(answered, endingOf(entry))",
    replace: "answered",
    caughtBy: ["faults/gateway/bodies.test.ts"]
  },
  {
    name: "bytes of a body are given back though its answer goes on from it",
    file: "endpoints/endpoint.ts",
    find: "keepsBody: wire.history !== undefined",
    replace: "keepsBody: false",
    caughtBy: ["faults/gateway/bodies.test.ts"]
  },
  {
    name: "bytes of a body are given back twice",
    file: "gateway/body-ledger.ts",
    find: "      entered = 0\n",
    replace: "",
    caughtBy: ["shell/body-ledger.test.ts"]
  },
  {
    name: "the listeners of a request hold its body until the answer ends",
    file: "hosts/node-body.ts",
    find: "    this.forget()\n    return all\n",
    replace: "    return all\n",
    caughtBy: ["faults/gateway/held-bodies.test.ts"]
  },
  {
    name: "what is sent to a vendor is held until its answer ends",
    file: "upstream/undici.ts",
    find: "bytes.length >= long ? sentOnce(bytes) : bytes",
    replace: "bytes.length < 0 ? sentOnce(bytes) : bytes",
    caughtBy: ["faults/gateway/held-bodies.test.ts"]
  },
  {
    name: "only the last piece of a body is given back",
    file: "gateway/body-ledger.ts",
    find: "entered += bytes",
    replace: "entered = bytes",
    caughtBy: ["faults/gateway/bodies.test.ts"]
  },
  {
    name: "a request that is over takes memory",
    file: "gateway/body-ledger.ts",
    find: "isOver = true",
    replace: "isOver = false",
    caughtBy: ["shell/body-ledger.test.ts"]
  },
  {
    name: "whoever holds nothing is told that it holds too much",
    file: "gateway/body-ledger.ts",
    find: "(all * share) / accounts",
    replace: "0",
    caughtBy: ["shell/body-ledger.test.ts"]
  },
  {
    name: "a long body is read though it says that it will not fit",
    file: "gateway/host-request.ts",
    find: "length === undefined ? undefined : reading.entry.refuses(Number(length))",
    replace: "length === undefined ? undefined : reading.entry.refuses(0)",
    caughtBy: ["faults/gateway/bodies.test.ts"]
  },
  {
    name: "pieces of a body without a length are not counted",
    file: "gateway/host-request.ts",
    find: "return this.#entry.take(piece.length)",
    replace: "return this.#entry.take(0)",
    caughtBy: ["faults/gateway/bodies.test.ts"]
  },
  {
    name: "what is reserved for a body is not counted",
    file: "hosts/node-body.ts",
    find: "return this.#isDue(this.size + length) ? this.#length - this.size : length",
    replace: "return length",
    caughtBy: ["faults/gateway/bodies.test.ts"]
  },
  {
    name: "requests that ended are counted",
    file: "gateway/serve.ts",
    find: "this.#byAccount.set(name, count - 1)",
    replace: "this.#byAccount.set(name, count)",
    caughtBy: ["faults/gateway/fair.test.ts"]
  },
  {
    name: "requests that come at once begin in the order in which they came",
    file: "gateway/serve.ts",
    find: "answered = deps.turns.take(principal.name, handled)",
    replace: "answered = handled",
    caughtBy: ["faults/gateway/fair.test.ts"]
  },
  {
    name: "all accounts' requests stand in one line",
    file: "upstream/turns.ts",
    find: "const line = this.#lines.get(account)",
    replace: 'account = ""\n    const line = this.#lines.get(account)',
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "requests whose client left take a turn of their account",
    file: "upstream/turns.ts",
    find: "if (line.remove(link)) this.#keep(account, line)",
    replace: "if (link === line.first) this.#keep(account, line)",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "an account keeps a line in which nobody stands",
    file: "upstream/turns.ts",
    find: "if (size === 0) this.#lines.delete(account)",
    replace: "if (size < 0) this.#lines.delete(account)",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "whoever comes waits while others do",
    file: "upstream/turns.ts",
    find: "if (this.#gone.has(account) || this.#lines.holds(account)) return false",
    replace: "if (this.#gone.has(account) || !this.#lines.isEmpty) return false",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "an account that has a line passes it",
    file: "upstream/turns.ts",
    find: "this.#gone.has(account) || this.#lines.holds(account)",
    replace: "this.#gone.has(account)",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "an account that is alone has others looked for at each step",
    file: "upstream/turns.ts",
    find: "? share : aloneShare",
    replace: "? share : share",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "an account beside another works as long as one that is alone",
    file: "upstream/turns.ts",
    find: "? share : aloneShare",
    replace: "? aloneShare : aloneShare",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "many steps of one account go in one turn of the loop",
    file: "upstream/turns.ts",
    find: "      this.#gone.add(account)\n",
    replace: "",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "an account that had its turn has none in the next",
    file: "upstream/turns.ts",
    find: "    this.#gone.clear()\n",
    replace: "",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "whoever has many requests under way takes the idle connections of those who have few",
    file: "upstream/call.ts",
    find: "isOfMany ? deps.crowded : deps.transport",
    replace: "deps.transport",
    caughtBy: ["upstream/idle-connections.test.ts"]
  },
  {
    name: "whoever waited for a socket has few",
    file: limiter,
    find: "first.value.pass(next.sockets > few)",
    replace: "first.value.pass(false)",
    caughtBy
  },
  {
    name: "lines go on before whoever comes has what it does next",
    file: "upstream/turns.ts",
    find: "if (this.#mayPass())",
    replace: "if (false)",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "one account has all sockets, where they are few",
    file: limiter,
    find: " && (share === 1 || has + 1 < all)",
    replace: "",
    caughtBy
  },
  {
    name: "lines wait for whoever comes again and again",
    file: "upstream/turns.ts",
    find: " && this.#passed < mostPassed",
    replace: "",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "lines wait for whoever stands in one",
    file: "upstream/turns.ts",
    find: "[...this.#gone].some((one) => !this.#lines.holds(one))",
    replace: "this.#gone.size > 0",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a short body takes the turn of what is asked with it",
    file: "hosts/node-body.ts",
    find: "size < long || size - this.#asked < step",
    replace: "size - this.#asked < 0",
    caughtBy: ["hosts/body-turns.test.ts"]
  },
  {
    name: "answers that come at once are worked on at once",
    file: "upstream/attempt.ts",
    find: "resume(deps.turns.take(tenant, tried))",
    replace: "resume(tried)",
    caughtBy: ["upstream/answers-in-turn.test.ts"]
  },
  {
    name: "a long answer is searched for secrets as fast as it comes",
    file: "upstream/attempt.ts",
    find: "!isTurn || begin()",
    replace: "true",
    caughtBy: ["upstream/long-answers.test.ts"]
  },
  {
    name: "a long answer that waited is not read on",
    file: "upstream/attempt.ts",
    find: "call.resume()",
    replace: "void call",
    caughtBy: ["upstream/long-answers.test.ts"]
  },
  {
    name: "streams that begin at once are worked on at once",
    file: "upstream/attempt.ts",
    find: "this.#turns.take(this.#tenant, Effect.succeed({ answer, leave: this.leave }))",
    replace: "Effect.succeed({ answer, leave: this.leave })",
    caughtBy: ["upstream/answers-in-turn.test.ts"]
  },
  {
    name: "a client that reads a little has stalled",
    file: "hosts/node-answer.ts",
    find: "if (now - set >= 1.5 * step) since = now - step",
    replace: "",
    caughtBy: ["hosts/slow.test.ts"]
  },
  {
    name: "a client that reads a little may do so for ever after",
    file: "hosts/node-answer.ts",
    find: "    set = now\n",
    replace: "",
    caughtBy: ["hosts/slow.test.ts"]
  },
  {
    name: "the rest of an answered request is read for ever",
    file: "hosts/node-answer.ts",
    find: "setTimeout(() => request.destroy(), rest)",
    replace: "setTimeout(() => undefined, rest)",
    caughtBy: ["hosts/slow.test.ts"]
  },
  {
    name: "a long rest of a refused request is read for ever",
    file: "hosts/node-answer.ts",
    find: "setTimeout(leave, request.complete ? 0 : unreadTimeout)",
    replace: "setTimeout(() => undefined, unreadTimeout)",
    caughtBy: ["hosts/slow.test.ts"]
  },
  {
    name: "one tenant may take every socket",
    file: limiter,
    find: "has * (1 - share) < free * share && ",
    replace: "",
    caughtBy
  },
  {
    name: "a socket that comes free goes to whoever has the most",
    file: limiter,
    find: "this.#bySockets.lowest()",
    replace: "this.#bySockets.highest()",
    caughtBy
  },
  {
    name: "a full queue makes room by its oldest request",
    file: limiter,
    find: "fullest?.queue.last",
    replace: "fullest?.queue.first",
    caughtBy
  },
  {
    name: "a full queue makes room for whoever comes",
    file: limiter,
    find: " || fullest.queue.size <= tenant.queue.size + 1",
    replace: "",
    caughtBy
  },
  {
    name: "tenants that have nothing are remembered",
    file: limiter,
    find: "if (tenant.sockets > 0 || tenant.queue.size > 0) return",
    replace: "return",
    caughtBy
  },
  {
    name: "whoever passed is still waited for",
    file: limiter,
    find: "if (link.value.timer !== undefined) this.#timers.clear(link.value.timer)",
    replace: "",
    caughtBy
  },
  {
    name: "an address may have any number of connections",
    file: "hosts/node-server.ts",
    find: "if (network.open.size >= (this.#limits.address ?? Infinity))",
    replace: "if (network.open.size > 1e6)",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "connections that ended are counted",
    file: "hosts/node-server.ts",
    find: "open.delete(socket)",
    replace: "",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "requests that were read with those that are too many are all begun",
    file: "hosts/node-server.ts",
    find: "parser.onIncoming = leaveTheRest",
    replace: "void leaveTheRest",
    caughtBy: ["hosts/pipelined.test.ts"]
  },
  {
    name: "any number of requests may be sent ahead",
    file: "hosts/node-server.ts",
    find: "if (ahead >= mostAhead) hangUp(socket)",
    replace: "",
    caughtBy: ["hosts/pipelined.test.ts"]
  },
  {
    name: "requests that were answered count as sent ahead",
    file: "hosts/node-server.ts",
    find: "waiting.set(socket, (waiting.get(socket) ?? 1) - 1)",
    replace: "undefined",
    caughtBy: ["hosts/pipelined.test.ts"]
  },
  {
    name: "all proxies are one client",
    file: "hosts/node-server.ts",
    find: "if (proxies > 0) return nothing",
    replace: "",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "a body is waited for for ever",
    file: "hosts/node-body.ts",
    find: "refuse(lateBody(clock))",
    replace: "undefined",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "a client that stalls is waited for for ever",
    file: "hosts/node-answer.ts",
    find: "if (now - since >= stalled)",
    replace: "if (stalled < 0)",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "a login is counted once its body is there",
    file: "lab/logins.ts",
    find: "logins.value.admit(address())",
    replace: "Effect.void",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "a stranger locks out whom it guesses at",
    file: "lab/attempts.ts",
    find: 'pair: `${network ?? ""} ${account}`',
    replace: "pair: account",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "strangers guess as often as they have addresses",
    file: "lab/attempts.ts",
    find: "if (isStranger) accounts.add(account, at)",
    replace: "",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "an account is locked where it logged in from",
    file: "lab/attempts.ts",
    find: "familiar.has(pair) ? undefined : accounts.wait(account, now)",
    replace: "accounts.wait(account, now)",
    caughtBy: ["lab/logins.test.ts"]
  },
  {
    name: "an address may have any number of logins under way",
    file: "lab/attempts.ts",
    find: "count < underWay.most",
    replace: "count < 1e6",
    caughtBy: ["lab/unfinished.test.ts"]
  },
  {
    name: "a password may be as long as any body",
    file: "lab/logins.ts",
    find: "const cap = 16 * 1024",
    replace: "const cap = 4 * 1024 * 1024",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "an account that waits keeps the rank that it had",
    file: limiter,
    find: "if (tenant.queue.size > 0) {\n      this.#bySockets.delete",
    replace: "if (tenant.queue.size > 1) {\n      this.#bySockets.delete",
    caughtBy
  },
  {
    name: "connections that never asked for anything keep others out",
    file: "hosts/node-server.ts",
    find: "if (resting === undefined) return void socket.destroy()",
    replace: "if (resting === undefined || true) return void socket.destroy()",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "connections on which something is under way make room for others",
    file: "hosts/node-server.ts",
    find: "connection.network.strange.delete(socket)",
    replace: "",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "connections on which a known caller asks make room for others",
    file: "hosts/node-server.ts",
    find: "connection.network.known.delete(socket)",
    replace: "",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "connections that rest keep others out",
    file: "hosts/node-server.ts",
    find: "resting.add(socket)",
    replace: "void resting",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "known callers make room before strangers",
    file: "hosts/node-server.ts",
    find: "network.strange.size > 0 ? network.strange : network.known",
    replace: "network.known.size > 0 ? network.known : network.strange",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "everybody is a stranger",
    file: "gateway/serve.ts",
    find: "if (endpoint.auth.length > 0) request.onAdmitted?.()",
    replace: "",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "whoever asks is known",
    file: "gateway/serve.ts",
    find: "if (endpoint.auth.length > 0) request.onAdmitted?.()",
    replace: "request.onAdmitted?.()",
    caughtBy: ["cli/edge.test.ts"]
  },
  {
    name: "one address may have every connection",
    file: "config/configuration.ts",
    find: "Math.min(address, Math.ceil(all / 2))",
    replace: "address",
    caughtBy: ["config/limits.test.ts"]
  },
  {
    name: "limits of upstreams that are read anew need a start",
    file: "hosts/cli/compose.ts",
    find: "Object.assign(upstream, upstreamOf(next))",
    replace: "",
    caughtBy: ["cli/reload.test.ts"]
  },
  {
    name: "an upstream has as many sockets as it began with",
    file: "upstream/connection-limiter.ts",
    find: "return pool?.sockets ?? limits.sockets",
    replace: "return pool?.sockets ?? 256",
    caughtBy: ["cli/reload.test.ts"]
  },
  {
    name: "clocks that are read anew need a start",
    file: "hosts/cli/serve.ts",
    find: "setClocks(server, clocksOf(next))",
    replace: "",
    caughtBy: ["cli/reload.test.ts"]
  },
  {
    name: "a vendor's error may be as large as an answer",
    file: "upstream/attempt.ts",
    find: "Math.min(most, mostOfError)",
    replace: "most",
    caughtBy: ["shell/large-errors.test.ts"]
  },
  {
    name: "of very many notes the lightest are kept",
    file: "exchange/answer.ts",
    find: "[0, 1, 2].flatMap",
    replace: "[2, 1, 0].flatMap",
    caughtBy: ["shell/many-notes.test.ts"]
  },
  {
    name: "what waits of a body in small pieces is lost at its end",
    file: "hosts/node-body.ts",
    find: "joinChunks([...this.#pieces, ...this.#begun])",
    replace: "joinChunks(this.#pieces)",
    caughtBy: ["hosts/small-pieces.test.ts"]
  },
  {
    name: "small pieces of a body are said twice",
    file: "hosts/node-body.ts",
    find: "    this.#pieces.push(Buffer.concat(this.#begun))\n    this.#begun = []",
    replace: "    this.#pieces.push(Buffer.concat(this.#begun))",
    caughtBy: ["hosts/small-pieces.test.ts"]
  },
  {
    name: "media may be as large as before the file was read anew",
    file: "hosts/cli/compose.ts",
    find: "media.bytes = next.media.each",
    replace: "",
    caughtBy: ["media/limit.test.ts"]
  },
  {
    name: "how large media may be is settled when the gateway starts",
    file: "media/fetch/node-fetcher.ts",
    find: "const held = (): OpenOptions => ({ ...defaultFetchLimits, ...options, network: how, place: some })",
    replace:
      "const first = { ...limits, ...options, network: how, place: some }\n    const held = (): OpenOptions => first",
    caughtBy: ["media/limit.test.ts"]
  },
  {
    name: "one media file may be larger than all of a request",
    file: "config/configuration.ts",
    find: " && it > 0 && it <= mostOfMedia",
    replace: " && it > 0",
    caughtBy: ["config/limits.test.ts"]
  }
]
