/** Returns the path of a target (RFC 9112 3.2), also in absolute form, without its query, which is never logged. */
export function requestPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '')
  const query = path.indexOf('?')
  return query === -1 ? path : path.slice(0, query)
}

/** Returns the query of a request target with its question mark, or an empty text. */
export function requestQuery(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query)
}

/** Returns whether a path belongs to the API, which never answers with a page. */
export function isApiPath(path: string): boolean {
  return /^\/(api|auth|comments|notifications|users|tools|hub)(\/|$)/.test(path)
}
