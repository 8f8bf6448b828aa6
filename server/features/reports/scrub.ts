export const SCRUBBED_TEXT = '[scrubbed]'

/** The maximum nesting; values that are nested deeper are removed. */
const DEPTH_MAX = 12

const secretName =
  'token|secret|password|passwd|pwd|auth|authorization|code|state|session|signature|sig|otp|credential|key'
/**
 * Patterns of secrets in text, URLs and headers, with their replacements. A replacement with `$1` keeps the text of the
 * first group, such as the name of a parameter.
 */
const patterns: readonly [RegExp, string][] = [
  // JSON Web Tokens (RFC 7519).
  [/(?<![\w-])eyJ[\w-]+\.[\w-]*\.[\w-]*/g, SCRUBBED_TEXT],
  [/\b(Bearer|Basic)\s+[\w.~+/-]+=*/gi, `$1 ${SCRUBBED_TEXT}`],
  [/\b((?:set-)?cookie\s*:\s*)[^\n"']+/gi, `$1${SCRUBBED_TEXT}`],
  // Parameters whose name contains `secretName`, in a query or a fragment, even when the URL is percent-encoded.
  [
    new RegExp(
      `((?:^|[?#&]|%3F|%23|%26)[\\w.~-]{0,40}(?:${secretName})[\\w.~-]{0,40}(?:=|%3D))(?:(?!%26|%23)[^&#\\s"'<>])+`,
      'gi',
    ),
    `$1${SCRUBBED_TEXT}`,
  ],
  // Other query values that look random.
  [/((?:[?#&]|%3F|%23|%26)[\w.~-]{1,80}(?:=|%3D))(?=[\w.~-]*\d)(?=[\w.~-]*[a-z])[\w.~-]{24,}/gi, `$1${SCRUBBED_TEXT}`],
  // Passwords and tokens with their names, in JSON or in a sentence.
  [
    /((?:password|passwd|pwd|secret|authorization|(?:access|refresh|id|csrf)[_-]?token)["'\\]*\s*[:=]\s*["'\\]*)(?!\[scrubbed)[^\s"'\\,;&}]+/gi,
    `$1${SCRUBBED_TEXT}`,
  ],
  [/(\btoken["'\\]*[:=]["'\\]*)(?!\[scrubbed)[^\s"'\\,;&}]+/gi, `$1${SCRUBBED_TEXT}`],
  // The site's own secrets have 43 characters (db/secrets.ts), some without digits. No word has so many
  // characters.
  [/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}/g, SCRUBBED_TEXT],
]

/** Returns a text without tokens, passwords and cookies. */
export function removeTextSecrets(text: string): string {
  return patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text)
}

const secretKey = /^(proxy-)?authorization$|cookies?$|password|passwd|secret|token$|^credentials?$/i

/**
 * Returns a JSON value without secrets: secrets are removed from texts, and values with the name of a secret are
 * replaced.
 */
export function scrubValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return removeTextSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEPTH_MAX) return null
  if (Array.isArray(value)) return value.map((entry) => scrubValue(entry, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      removeTextSecrets(key),
      secretKey.test(key) ? SCRUBBED_TEXT : scrubValue(entry, depth + 1),
    ]),
  )
}
