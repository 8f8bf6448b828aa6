import type { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { listNetworkUrls } from './listen.ts'

const interfaces = {
  lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
  wlan0: [
    { address: '192.168.1.5', family: 'IPv4', internal: false },
    { address: 'fe80::1', family: 'IPv6', internal: false },
  ],
} as unknown as ReturnType<typeof networkInterfaces>

test('lists the URLs for other devices when the server listens on all addresses of the machine', () => {
  for (const HOST of ['0.0.0.0', '::'])
    expect(listNetworkUrls({ HOST, PORT: 3000 }, interfaces)).toEqual(['http://192.168.1.5:3000'])
})

test('lists no URLs for other devices when the server listens on one address only', () => {
  for (const HOST of ['127.0.0.1', '192.168.1.5']) expect(listNetworkUrls({ HOST, PORT: 3000 }, interfaces)).toEqual([])
})
