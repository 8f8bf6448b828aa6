import { isLinkAddress } from '#contract/link-address.ts'
import { Refusal } from './failures.ts'

/** @throws {Refusal} link_invalid when links may not lead there (contract/link-address.ts) or it is invalid */
export function checkedLinkAddress(input: string): string {
  const address = input.trim()
  if (!isLinkAddress(address) || !URL.canParse(address, 'https://this.site')) throw new Refusal('link_invalid')
  return address
}
