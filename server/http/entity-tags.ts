/** Returns whether an If-None-Match header names this tag, by weak comparison (RFC 9110 13.1.2). */
export function matchesEntityTag(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true
  const tag = opaque(etag)
  return condition.split(',').some((candidate) => opaque(candidate.trim()) === tag)
}

const opaque = (tag: string) => tag.replace(/^W\//, '')
