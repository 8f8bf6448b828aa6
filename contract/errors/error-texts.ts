/** The HTTP status of each code, and the message that users see, which tells them what to do next. */
export type ErrorDefinitions = Record<string, { status: number; message: string }>
