import { barePanics } from "../../src/hosts/cli/secrets.ts"
import { redactorOf } from "../../src/core/secrets/redactor.ts"

// Ends with an error that tells a secret in its message, its members and its cause.

const secret = process.env["CANARY"] ?? ""
barePanics(process, redactorOf([secret]))
const panic = Object.assign(new Error(`A panic: ${secret}`, { cause: new Error(secret) }), { input: secret })

if (process.argv[2] === "throw") {
  setImmediate(() => {
    throw panic
  })
} else {
  void Promise.reject(panic)
}
