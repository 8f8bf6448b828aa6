/** The inline scripts and styles of the build, as `sha256-…`. */
export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * The Content-Security-Policy of every page: what it may load and run.
 * @param elsewhere other origins that it may call, and that it may show pictures of
 */
export function contentPolicy(
  { scripts, styles }: InlineHashes,
  elsewhere: { calls?: readonly string[]; pictures?: readonly string[] } = {},
): string {
  const { calls = [], pictures = [] } = elsewhere
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts.map((hash) => `'${hash}'`)],
    'style-src': ["'self'", ...styles.map((hash) => `'${hash}'`)],
    'img-src': ["'self'", 'data:', ...pictures],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...calls],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}
