import { errors } from '#contract/errors.ts'
import type { Service } from '#contract/menu-enums.ts'
import type { Quote } from '#contract/ordering.ts'
import { NOTE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { guestProblems } from '../../../api/guest-login.ts'
import type { Values } from '../../../forms/use-form.ts'

/**
 * What is wrong with a checkout before it is sent, in words, by the name of the field; `order` where it is none of them.
 * @param isGuest whether somebody orders who is not logged in
 */
export function checkoutProblems(
  values: Values,
  { isGuest, service, quote }: { isGuest: boolean; service: Service; quote: Quote },
): Partial<Record<string, string>> {
  const found: Partial<Record<string, string | undefined>> = {
    note: [...(values.note ?? '').trim()].length > NOTE_LENGTH_MAX ? errors.note_too_long.message : undefined,
    ...(isGuest && guestProblems(values)),
  }
  if (service === 'delivery') {
    if (!values.address?.trim()) found.address = 'Enter the street and the number.'
    if (!values.city?.trim()) found.city = 'Enter the town.'
    if (!values.postcode?.trim()) found.postcode = 'Enter the postcode.'
  }
  const [problem] = quote.problems
  if (!Object.values(found).some(Boolean) && problem) found.order = problem.message
  return found as Partial<Record<string, string>>
}
