import { isLinkAddress } from '#contract/link-address.ts'
import { Refusal } from './failures.ts'

/**
 * The address of a link as an admin typed it, without the blanks around it.
 * @throws {Refusal} link_invalid where it may not lead (contract/link-address.ts), or leads nowhere
 */
export function checkedLinkAddress(typed: string): string {
  const address = typed.trim()
  if (!isLinkAddress(address) || !URL.canParse(address, 'https://this.site')) throw new Refusal('link_invalid')
  return address
}
