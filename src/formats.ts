/** The chat formats between which requests, answers, streams and errors are translated. Pure functions, for any runtime. */
export { chatCompletions } from "./formats/chat-completions/index.ts"
export { generateContent } from "./formats/generate-content/index.ts"
export { messages } from "./formats/messages/index.ts"
export { responses } from "./formats/responses/index.ts"
