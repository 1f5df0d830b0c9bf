import type { Panel } from "./bench-sizes.ts"

const width = 430
const height = 340
const inner = { left: 52, top: 40, right: 12, bottom: 44 }

/** Colours that are told apart on white and on black, by the order of the programs. */
const colours = ["#8a8a8a", "#c77700", "#2f9e5f", "#7a5af0", "#d6336c", "#1c7ed6", "#00a3a3"]

const style = `
  text { font: 12px system-ui, sans-serif; fill: #333 } .grid { stroke: #8886; stroke-width: .5 }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } }`

const bytesOf = ["1 KB", "10 KB", "100 KB", "1 MB", "10 MB"]

/** Draws costs over sizes, both by their powers of ten, a panel beside another: one in which cost grows as size does rises by 45 degrees. */
export const plot = (panels: readonly Panel[]): string => {
  const names = [...new Set(panels.flatMap(({ curves }) => curves.map(({ name }) => name)))]
  const costs = panels.flatMap(({ curves }) => curves.flatMap(({ points }) => points.map(([, ms]) => Math.log10(ms))))
  const [low, high] = [Math.floor(Math.min(...costs)), Math.ceil(Math.max(...costs))]
  const x = (bytes: number): number => inner.left + ((Math.log10(bytes) - 3) / 4) * (width - inner.left - inner.right)
  const y = (ms: number): number =>
    height - inner.bottom - ((Math.log10(ms) - low) / (high - low)) * (height - inner.top - inner.bottom)
  const grid = [
    ...bytesOf.map((text, power) => {
      const at = x(10 ** (power + 3)).toFixed(1)
      return `<path class="grid" d="M${at} ${inner.top}V${height - inner.bottom}"/><text x="${at}" y="${height - 26}" text-anchor="middle">${text}</text>`
    }),
    ...Array.from({ length: high - low + 1 }, (_, index) => {
      const ms = 10 ** (low + index)
      const at = y(ms).toFixed(1)
      return `<path class="grid" d="M${inner.left} ${at}H${width - inner.right}"/><text x="${inner.left - 5}" y="${Number(at) + 4}" text-anchor="end">${ms}</text>`
    })
  ].join("\n")
  const drawn = panels.map(({ title, curves }, index) => {
    const lines = curves.map(({ name, points }) => {
      const path = points.map(([bytes, ms]) => `${x(bytes).toFixed(1)} ${y(ms).toFixed(1)}`).join("L")
      const thick = name === "isogloss" ? 3 : 1.5
      return `<path fill="none" stroke="${colours[names.indexOf(name)]}" stroke-width="${thick}" d="M${path}"/>`
    })
    const heading = `<text x="${inner.left}" y="20">${title}: ms of CPU a request</text>`
    return `<g transform="translate(${index * width} 0)">\n${heading}\n${grid}\n${lines.join("\n")}\n</g>`
  })
  const legend = names.map((name, index) => {
    const at = inner.left + index * 110
    return `<path stroke="${colours[index]}" stroke-width="3" d="M${at} ${height + 8}h18"/><text x="${at + 23}" y="${height + 12}">${name}</text>`
  })
  const box = `0 0 ${width * panels.length} ${height + 26}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><style>${style}\n</style>\n${[...drawn, ...legend].join("\n")}\n</svg>\n`
}
