/** The path of a request target (RFC 9112 3.2), absolute form included, without its query: all that may reach a log. */
export function requestPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '')
  const query = path.indexOf('?')
  return query === -1 ? path : path.slice(0, query)
}

/** The query of a request target with its question mark, or nothing. */
export function requestQuery(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query)
}

/** Whether a path belongs to the API, where no answer is a page. */
export function isApiPath(path: string): boolean {
  return /^\/(api|auth|comments|notifications|tools|hub)(\/|$)/.test(path)
}
