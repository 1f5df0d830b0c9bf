import { onTestFinished, vi } from "vitest"

/** The lines that are logged until the test is over, which nobody sees. */
export const logged = (): readonly string[] => {
  const lines: string[] = []
  const log = vi.spyOn(console, "log").mockImplementation((...said) => void lines.push(said.join(" ")))
  onTestFinished(() => log.mockRestore())
  return lines
}
