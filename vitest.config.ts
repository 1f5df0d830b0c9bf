import { defineConfig } from "vitest/config"

/** Milliseconds: what holds on an idle machine must hold on a busy one, also where a test is run by itself. */
const patient = 180_000

// oxlint-disable-next-line no-default-export -- how vitest takes it
export default defineConfig({ test: { testTimeout: patient, hookTimeout: patient } })
