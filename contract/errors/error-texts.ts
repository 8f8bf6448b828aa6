/**
 * Returns errors that have the same HTTP status, by their codes.
 * @param messages the message of each code, which users see and which tells them what to do next
 */
export const defineErrors = <Code extends string>(status: number, messages: Record<Code, string>) =>
  Object.fromEntries(Object.entries(messages).map(([code, message]) => [code, { status, message }])) as Record<
    Code,
    { status: number; message: string }
  >
