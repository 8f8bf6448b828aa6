/** The result of one check of `npm run doctor`. */
export interface Finding {
  /** `bad`: the site does not work. `warning`: a part of it does not, or may stop to. */
  state: 'good' | 'warning' | 'bad'
  /** Says in a sentence how things are. */
  text: string
  /** Says in a sentence how to mend it; absent when there is nothing to mend. */
  remedy?: string
}

export const good = (text: string): Finding => ({ state: 'good', text })
export const warning = (text: string, remedy: string): Finding => ({ state: 'warning', text, remedy })
export const bad = (text: string, remedy: string): Finding => ({ state: 'bad', text, remedy })

/** Returns the message of an error, without the address that it may name, which can hold a password. */
export function reasonOf(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string }
  const inner = cause instanceof Error ? cause.message : message
  return (inner || code || 'no reason was given').replace(/\b\w+:\/\/\S+/g, 'the address')
}
