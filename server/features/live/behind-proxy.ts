import type { HubOptions } from '@hobohat/hub'
import { networkKey } from '../../http/client.ts'
import { type Headers, hsts } from '../../http/security-headers.ts'

/** @param trustProxy exactly one proxy stands in front: believe its X-Forwarded-For and -Proto */
export function behindProxy(trustProxy: boolean, security: Headers): Required<Pick<HubOptions, 'address' | 'headers'>> {
  return {
    address: (headers, socketAddress) =>
      networkKey((trustProxy && lastOf(headers['x-forwarded-for'])) || socketAddress).address,
    headers: ({ headers }) =>
      trustProxy && lastOf(headers['x-forwarded-proto']) === 'https' ? { ...security, ...hsts } : security,
  }
}

/** Returns the last entry, which the nearest proxy has added. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return [header].flat().join(',').split(',').at(-1)?.trim()
}
