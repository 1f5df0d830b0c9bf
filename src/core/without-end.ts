/** A text without the characters of a kind that it ends in. Linear, where a regular expression would try each of a row. */
export const withoutEnd = (text: string, character: string): string => {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
