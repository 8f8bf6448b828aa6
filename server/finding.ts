/** The result of one check of `npm run doctor`. */
export interface Finding {
  /** `bad`: the site does not work. `warning`: a part of the site does not work, or may stop working. */
  state: 'good' | 'warning' | 'bad'
  /** The result as a sentence. */
  text: string
  /** The advice on what to do, as a sentence; absent when there is nothing to do. */
  remedy?: string
}

export const goodFinding = (text: string): Finding => ({ state: 'good', text })
export const warningFinding = (text: string, remedy: string): Finding => ({ state: 'warning', text, remedy })
export const badFinding = (text: string, remedy: string): Finding => ({ state: 'bad', text, remedy })

/** Returns the message of an error, without URLs, which can contain a password. */
export function describeErrorWithoutUrls(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string }
  const inner = cause instanceof Error ? cause.message : message
  return (inner || code || 'no reason was given').replace(/\b\w+:\/\/\S+/g, 'the address').replace(/\.$/, '')
}
