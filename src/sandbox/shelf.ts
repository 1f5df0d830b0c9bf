/** Keeps a thing under its name as the newest; of more than `most` things the oldest go. */
export const keep = <Thing>(shelf: Map<string, Thing>, name: string, thing: Thing, most: number): void => {
  shelf.delete(name)
  shelf.set(name, thing)
  for (const oldest of shelf.keys()) {
    if (shelf.size <= most) break
    shelf.delete(oldest)
  }
}
