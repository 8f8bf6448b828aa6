/** What is answered in place of a file of js.stripe.com or hooks.stripe.com; undefined for anything else. */
export const browserFile = (_path: string): { body: string; headers: Record<string, string> } | undefined => undefined
