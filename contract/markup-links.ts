import type { WorkCounter } from './markup-work-limit.ts'

/**
 * An address with a host name or IP address and an optional port, but without a user name. The text after the host
 * contains no invisible characters.
 */
const address = /^https?:\/\/(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#][^\s\\\p{Cc}\p{Cf}]*)?$/iu

/** Returns whether a comment may link to an address. */
export const isAllowedCommentLink = (href: string): boolean => address.test(href)

/** The maximum nesting of parentheses in a link's address. */
const PARENTHESES_MAX = 8

const autolink = /<([a-z][a-z\d+.-]{1,31}:[^\s<>\p{Cc}]*)>/iuy
const blanks = /[ \t\n]*/y
const angled = /<(?:[^<>\\\n]|\\.)*/y
/**
 * For each character that starts a link title: the pattern of the title's text, and the character that ends the title.
 */
const titles: Record<string, { body: RegExp; end: string }> = {
  '"': { body: /"(?:[^"\\]|\\.)*/sy, end: '"' },
  "'": { body: /'(?:[^'\\]|\\.)*/sy, end: "'" },
  '(': { body: /\((?:[^()\\]|\\.)*/sy, end: ')' },
}
const escapes = /\\([!-/:-@[-`{-~])/g

/** Returns the address of an autolink in angle brackets at an index, or null (CommonMark 6.5). */
export function parseAutolink(text: string, at: number): string | null {
  autolink.lastIndex = at
  return autolink.exec(text)?.[1] ?? null
}

/**
 * Parses the address and optional title in parentheses after a link's text (CommonMark 6.3). Returns null when no
 * valid parentheses follow.
 */
export function parseLinkDestination(
  text: string,
  at: number,
  work: WorkCounter,
): { href: string; end: number } | null {
  if (text[at] !== '(') return null
  const skip = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from
    const length = pattern.exec(text)?.[0].length ?? 0
    work.spend(length + 1)
    return from + length
  }
  let start = skip(blanks, at + 1)
  let end: number
  let next: number
  if (text[start] === '<') {
    end = skip(angled, start)
    if (text[end] !== '>') return null
    start++
    next = end + 1
  } else {
    end = rawDestinationEnd(text, start, work)
    next = end
  }
  const href = text.slice(start, end).replace(escapes, '$1')
  const afterBlanks = skip(blanks, next)
  const title = afterBlanks > next ? titles[text[afterBlanks] ?? ''] : undefined
  next = afterBlanks
  if (title) {
    next = skip(title.body, next)
    if (text[next] !== title.end) return null
    next = skip(blanks, next + 1)
  }
  return text[next] === ')' ? { href, end: next + 1 } : null
}

/**
 * Returns the index of the end of a link address without angle brackets. The parser calls this function at most once
 * for each opening bracket.
 */
function rawDestinationEnd(text: string, start: number, work: WorkCounter): number {
  let depth = 0
  let at = start
  for (; at < text.length; at++) {
    const char = text[at] ?? ''
    work.spend(1)
    if (char <= ' ' || char === '\u007F') break
    if (char === '\\') at++
    else if (char === '(' && ++depth > PARENTHESES_MAX) break
    else if (char === ')' && --depth < 0) break
  }
  return Math.min(at, text.length)
}

const addressStart = /https?:\/\/|www\./iy
const beforeName = /[\s*_~()[\]]/
const host = /[[^\s\p{P}\p{S}]\-._]+/vy
/**
 * The path of an address. A closing bracket is part of the path, except before a blank, an opening bracket or the end.
 */
const path = /(?:[^\s<\]]|\](?![\s([]|$))*/y
const pathInBrackets = /[^\s<\]]*/y
const trailing = new Set('?!.,:;*_~\'"]&')

/**
 * Parses the bare address that starts at an index (GFM 6.9). Returns null when no address starts there. If the host is
 * invalid, `address` is empty, and the caller need not look for addresses before the index `noneBefore`.
 */
export function parseBareUrl(
  text: string,
  at: number,
  inBrackets: boolean,
  work: WorkCounter,
): { address: string; noneBefore: number } | null {
  addressStart.lastIndex = at
  const prefix = addressStart.exec(text)?.[0]
  if (!prefix) return null
  const named = /^www/i.test(prefix)
  const before = text[at - 1] ?? ' '
  if (named ? !beforeName.test(before) : /[a-z]/i.test(before)) return null

  const hostStart = named ? at : at + prefix.length
  host.lastIndex = hostStart
  const name = host.exec(text)?.[0] ?? ''
  work.spend(name.length)
  const hostEnd = hostStart + name.length
  const pathPattern = inBrackets ? pathInBrackets : path
  const hasPath = hostEnd < text.length && !/[\s<\]]/.test(text[hostEnd] ?? '')
  if (!isHost(hasPath ? name : name.slice(0, untrailed(name)))) {
    return { address: '', noneBefore: hostStart + name.lastIndexOf('_') + 1 }
  }
  pathPattern.lastIndex = hostEnd
  const rest = pathPattern.exec(text)?.[0] ?? ''
  work.spend(rest.length)
  const whole = text.slice(at, hostEnd) + rest
  return { address: whole.slice(0, Math.max(prefix.length + 1, untrailed(whole))), noneBefore: at }
}

/** Returns whether a host is valid: its last two labels contain no underscore. */
const isHost = (name: string) => /[^._]/.test(name) && !name.split('.').slice(-2).join('.').includes('_')

/** Returns the length of an address without trailing punctuation and trailing unmatched closing parentheses. */
function untrailed(address: string): number {
  let surplus = 0
  for (const char of address) surplus += char === ')' ? 1 : char === '(' ? -1 : 0
  let end = address.length
  for (; end > 0; end--) {
    const char = address[end - 1] ?? ''
    if (char === ')' && surplus > 0) surplus--
    else if (!trailing.has(char)) break
  }
  return end
}
