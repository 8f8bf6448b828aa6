export type Encoding = 'br' | 'gzip' | 'identity'

/** The encodings from best to worst, for a client that accepts several equally. */
const preference: readonly Encoding[] = ['br', 'gzip', 'identity']

/** The number of cached headers. Browsers send only a few different ones; a hostile client must not fill the memory. */
const CACHE_MAX = 200
const cache = new Map<string, Encoding[]>()

/**
 * Parses Accept-Encoding (RFC 9110 12.5.3), the best encoding first. The result always contains `identity`, because
 * every client can read it.
 */
export function parseAcceptedEncodings(header: string | undefined): Encoding[] {
  if (header === undefined) return ['identity']
  const cached = cache.get(header)
  if (cached) return cached
  const accepted = parse(header)
  if (cache.size < CACHE_MAX) cache.set(header, accepted)
  return accepted
}

function parse(header: string): Encoding[] {
  const weights = new Map(header.toLowerCase().split(',').map(weighed))
  const wildcard = weights.get('*') ?? 0
  // Identity is allowed unless excluded, but comes after every mentioned encoding.
  const weight = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? wildcard || 1e-4 : wildcard)
  const accepted = preference.filter((encoding) => weight(encoding) > 0).sort((a, b) => weight(b) - weight(a))
  return accepted.includes('identity') ? accepted : [...accepted, 'identity']
}

function weighed(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return [name, weight >= 0 && weight <= 1 ? weight : 0]
}
