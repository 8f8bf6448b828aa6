import { createHash } from 'node:crypto'
import { innermostOf, type Report } from './report.ts'

/**
 * What errors that are one and the same have in common: the side, the kind, and the place in the source; lines move from
 * release to release, so they do not count. Where there is no stack, the words without what is different each time.
 */
export function fingerprintOf({ side, exceptions: [thrown] }: Report): string {
  const frame = innermostOf(thrown?.frames ?? [])
  const place = frame ? [withoutHash(frame.file), nameOf(frame.function)] : [withoutDetails(thrown?.message ?? '')]
  const parts = [side, thrown?.type ?? '', ...place]
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

/** The build puts a hash into the names of assets: `assets/menu-B4x_2a9Q.js`. */
const withoutHash = (file: string) => file.replace(/-[\w-]{8}(?=\.\w+$)/, '').replace(/[?#].*$/, '')

/** A name that a minifier gave, such as `n` or `Xt`, is another one in the next build. */
const nameOf = (name: string) => (/^(\?|<anonymous>|[\w$]{1,2})$/.test(name) ? '' : name)

const withoutDetails = (message: string) =>
  message
    .replace(/(?<![a-z+.-])[a-z+.-]+:\/\/[^\s"'<>]+/gi, '<address>')
    .replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<id>')
    .replace(/\b(?=[a-z]*\d)[\da-z]{16,}\b/gi, '<id>')
    .replace(/\d+/g, '<number>')
