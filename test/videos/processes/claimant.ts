import { once } from "node:events"
import { type Meeting, nodeAt, submitted } from "./node.ts"

// A node whose clients all submit the same video under one key, at once and when it is told to.

const [text = "{}", count = "0"] = process.argv.slice(2)
const meeting: Meeting = JSON.parse(text)
const gateway = nodeAt(meeting)
await gateway.ready
console.log("ready")
await once(process.stdin, "data")
const answers = await Promise.all(Array.from({ length: Number(count) }, () => submitted(gateway, "Waves")))
process.stdout.write(answers.map(([status, id]) => `${status} ${id}\n`).join(""), () => process.exit())
