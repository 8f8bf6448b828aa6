/** The inline scripts and styles of the build, as `sha256-…`. */
export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/** Other origins. */
export interface ExternalOrigins {
  /** That pages may call. */
  calls?: readonly string[]
  /** That they may show pictures of. */
  pictures?: readonly string[]
  /** Whose scripts they may run, and whose pages they may show in frames. */
  scripts?: readonly string[]
  frames?: readonly string[]
}

/** What Stripe's script needs. https://docs.stripe.com/security/guide#content-security-policy */
export const stripeOrigins = {
  calls: ['https://api.stripe.com'],
  scripts: ['https://js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
} as const satisfies ExternalOrigins

/** The Content-Security-Policy of every page: what it may load and run. */
export function buildContentSecurityPolicy(
  { scripts, styles }: InlineHashes,
  { calls = [], pictures = [], scripts: others = [], frames = [] }: ExternalOrigins = {},
): string {
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts.map((hash) => `'${hash}'`), ...others],
    'style-src': ["'self'", ...styles.map((hash) => `'${hash}'`)],
    'img-src': ["'self'", 'data:', ...pictures],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...calls],
    ...(frames.length > 0 && { 'frame-src': frames }),
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
