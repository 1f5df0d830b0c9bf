import express5 from "express"
import express4 from "express4"
import { toExpress } from "../../../src/express.ts"
import { gatewayAt } from "../gateway.ts"
import { listening, type Subject } from "./subject.ts"

/** The two majors of Express, by name. */
export const majors = [
  ["Express 5", express5],
  ["Express 4", express4]
] as const

/** Each major with the gateway under a path, before its body parser and behind it. */
export const express: readonly Subject[] = majors.flatMap(([name, make]) => [
  { name, open: (upstream) => mounted(make, upstream, "before") },
  { name: `${name}, behind express.json()`, open: (upstream) => mounted(make, upstream, "behind") }
])

const mounted = (make: typeof express5, upstream: string, where: "before" | "behind") => {
  const gateway = gatewayAt(upstream, (request) => fetch(request))
  const app = make()
  const parser = make.json({ limit: "64mb" })
  if (where === "behind") app.use(parser)
  app.use("/ai", toExpress(gateway))
  if (where === "before") app.use(parser)
  return listening(app, "/ai", () => gateway.dispose())
}
