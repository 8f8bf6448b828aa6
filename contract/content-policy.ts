/** Hashes of the build's inline scripts and styles, as `sha256-…`. */
export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/** Other origins that the site's pages may use. */
export interface ExternalOrigins {
  /** Origins that pages may call. */
  calls?: readonly string[]
  /** Origins that pages may show pictures from. */
  pictures?: readonly string[]
  /** Origins from which pages may run scripts. */
  scripts?: readonly string[]
  /** Origins whose pages the site's pages may embed. */
  frames?: readonly string[]
}

/** The origins that Stripe's script needs. https://docs.stripe.com/security/guide#content-security-policy */
export const stripeOrigins = {
  calls: ['https://api.stripe.com'],
  scripts: ['https://js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
} as const satisfies ExternalOrigins

/** Builds the Content-Security-Policy of every page. */
export function buildContentSecurityPolicy(
  { scripts, styles }: InlineHashes,
  { calls = [], pictures = [], scripts: others = [], frames = [] }: ExternalOrigins = {},
): string {
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts.map((hash) => `'${hash}'`), ...others],
    'style-src': ["'self'", ...styles.map((hash) => `'${hash}'`)],
    'img-src': ["'self'", 'data:', ...pictures],
    'media-src': ["'self'"],
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
