/**
 * Returns the path of a request target (RFC 9112 3.2), which may be in absolute form. Leaves out the query, because
 * queries must not be logged. Also leaves out a fragment, which the RFC forbids and the router ignores.
 */
export const getRequestTargetPath = (target: string): string =>
  /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(target)?.[1] ?? ''

/** Returns the query of a request target with its question mark, or an empty text. */
export const getRequestTargetQuery = (target: string): string => /^[^?#]*(\?[^#]*)/.exec(target)?.[1] ?? ''

/** Returns whether a path belongs to the API, which never answers with a page. */
export function isApiPath(path: string): boolean {
  return /^\/(api|auth|comments|notifications|users|tools|hub)(\/|$)/.test(path)
}
