/**
 * Whether an If-None-Match header names this tag (RFC 9110 13.1.2); it compares weakly, so `W/` makes no difference on
 * either side.
 */
export function namesTag(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true
  const tag = opaque(etag)
  return condition.split(',').some((one) => opaque(one.trim()) === tag)
}

const opaque = (tag: string) => tag.replace(/^W\//, '')
