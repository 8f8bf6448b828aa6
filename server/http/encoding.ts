export type Encoding = 'br' | 'gzip' | 'identity'

/** Best first: decides between encodings the client likes equally. */
const preference: readonly Encoding[] = ['br', 'gzip', 'identity']

/** Browsers send a handful of different headers; a hostile client must not fill the memory with its own. */
const REMEMBERED_MAX = 200
const remembered = new Map<string, Encoding[]>()

/** Takes an Accept-Encoding header (RFC 9110 12.5.3) and gives what it allows, best first; identity is always last resort. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  if (header === undefined) return ['identity']
  const known = remembered.get(header)
  if (known) return known
  const accepted = parse(header)
  if (remembered.size < REMEMBERED_MAX) remembered.set(header, accepted)
  return accepted
}

function parse(header: string): Encoding[] {
  const weights = new Map(header.toLowerCase().split(',').map(weighed))
  const others = weights.get('*') ?? 0
  // An identity that is not mentioned is allowed, but anything mentioned was meant to be better.
  const weight = (encoding: Encoding) => weights.get(encoding) ?? (encoding === 'identity' ? others || 1e-4 : others)
  const accepted = preference.filter((encoding) => weight(encoding) > 0).sort((a, b) => weight(b) - weight(a))
  return accepted.includes('identity') ? accepted : [...accepted, 'identity']
}

function weighed(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return [name, weight >= 0 && weight <= 1 ? weight : 0]
}
