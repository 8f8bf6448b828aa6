import { createHash } from 'node:crypto'
import { innermostOf, type Report } from './report.ts'

/**
 * Returns the hash that reports of the same error share: of the side, the type, and the place in the source without its
 * line, which changes between releases. Without a stack, the message replaces the place, without details that differ
 * each time.
 */
export function fingerprintOf({ side, exceptions: [thrown] }: Report): string {
  const frame = innermostOf(thrown?.frames ?? [])
  const place = frame ? [withoutHash(frame.file), nameOf(frame.function)] : [withoutDetails(thrown?.message ?? '')]
  const parts = [side, thrown?.type ?? '', ...place]
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

/** Removes the hash that the build adds to names of assets: `assets/menu-B4x_2a9Q.js`. */
const withoutHash = (file: string) => file.replace(/-[\w-]{8}(?=\.\w+$)/, '').replace(/[?#].*$/, '')

/** Drops names that a minifier made, such as `n` or `Xt`, because they differ in the next build. */
const nameOf = (name: string) => (/^(\?|<anonymous>|[\w$]{1,2})$/.test(name) ? '' : name)

const withoutDetails = (message: string) =>
  message
    .replace(/(?<![a-z+.-])[a-z+.-]+:\/\/[^\s"'<>]+/gi, '<address>')
    .replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<id>')
    .replace(/\b(?=[a-z]*\d)[\da-z]{16,}\b/gi, '<id>')
    .replace(/\d+/g, '<number>')
