/** How large a picture is, in pixels. */
export interface Pixels {
  readonly width: number
  readonly height: number
}

/** The pixels in a text like `1024x1024`; `between`: what stands between the two numbers. */
export const pixelsIn = (said: string, between = "x"): Pixels | undefined => {
  const [width = "", height = "", ...more] = said.split(between)
  if (more.length > 0 || !isSide(width) || !isSide(height)) return undefined
  return { width: Number(width), height: Number(height) }
}

const isSide = (said: string): boolean => /^[1-9]\d{0,5}$/.test(said)
