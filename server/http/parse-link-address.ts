import { isAllowedLinkAddress } from '#contract/link-address.ts'
import { Refusal } from './failures.ts'

/**
 * Checks the target of a link.
 * @throws {Refusal} link_invalid for an invalid or forbidden target (contract/link-address.ts)
 */
export function parseLinkAddress(input: string): string {
  const address = input.trim()
  if (!isAllowedLinkAddress(address) || !URL.canParse(address, 'https://this.site')) throw new Refusal('link_invalid')
  return address
}
