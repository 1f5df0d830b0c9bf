/** What opens reasoning inside the content. */
export const openThink = "<think>\n"

/** What closes it, before anything else is said. */
export const closeThink = "\n</think>\n"

/** Reasoning as content. */
export const thinkingIn = (text: string): string => openThink + text + closeThink
