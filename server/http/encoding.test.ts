import { expect, test } from 'vitest'
import { parseAcceptedEncodings } from './encoding.ts'

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['br;q=0.5, gzip;q=0.9', ['gzip', 'br', 'identity']],
  ['br;q=0.5, identity', ['identity', 'br']],
  ['GZIP ; Q=1.0', ['gzip', 'identity']],
  ['br;q=zero, gzip;q=-1, x;;;=,,;q', ['identity']],
  ['br;q=2', ['identity']],
  ['identity;q=0', ['identity']],
  ['identity;q=0, gzip', ['gzip', 'identity']],
])('the header Accept-Encoding %j accepts the encodings %j, best first (RFC 9110 12.5.3)', (header, accepted) => {
  expect(parseAcceptedEncodings(header)).toEqual(accepted)
})

test('ten thousand unknown values of Accept-Encoding do not change the encoding for a common value', () => {
  for (let i = 0; i < 10_000; i++) parseAcceptedEncodings(`x${i}`)
  expect(parseAcceptedEncodings('deflate, br')).toEqual(['br', 'identity'])
})
