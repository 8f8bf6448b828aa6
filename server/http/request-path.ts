/**
 * Returns the path of a target (RFC 9112 3.2), also in absolute form, without its query, which is never logged. Clients
 * that send a fragment break the RFC; the router ignores it, too.
 */
export const requestPath = (target: string): string => /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(target)?.[1] ?? ''

/** Returns the query of a request target with its question mark, or an empty text. */
export const requestQuery = (target: string): string => /^[^?#]*(\?[^#]*)/.exec(target)?.[1] ?? ''

/** Returns whether a path belongs to the API, which never answers with a page. */
export function isApiPath(path: string): boolean {
  return /^\/(api|auth|comments|notifications|users|tools|hub)(\/|$)/.test(path)
}
