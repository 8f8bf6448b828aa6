import { expect, test } from 'vitest'
import { toIpRateLimitKeys } from './client.ts'

test.each([
  ['192.0.2.7', { address: '192.0.2.7', site: null }],
  ['::ffff:192.0.2.7', { address: '192.0.2.7', site: null }],
  ['::ffff:c000:207', { address: '192.0.2.7', site: null }],
  ['2001:db8:1:2:3:4:5:6', { address: '2001:db8:1:2::', site: '2001:db8:1::/48' }],
  ['2001:DB8:1:FFFF::1', { address: '2001:db8:1:ffff::', site: '2001:db8:1::/48' }],
  ['2001:db8:2::1', { address: '2001:db8:2::', site: '2001:db8:2::/48' }],
])('calls from the IP address %s are counted by address or 64-bit network, and by 48-bit network', (ip, key) => {
  expect(toIpRateLimitKeys(ip)).toEqual(key)
})
