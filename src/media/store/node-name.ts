/** Whether a text may name a node: small letters, digits and dashes, which stand in references. */
export const isNodeName = (text: string): boolean => /^[a-z0-9-]{1,32}$/.test(text)
