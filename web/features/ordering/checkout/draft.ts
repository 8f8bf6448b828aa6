import { useState, useSyncExternalStore } from 'react'
import type { Body } from '#contract/endpoint.ts'
import type { PaymentMethod, Service } from '#contract/menu-enums.ts'
import type { placeOrder } from '#contract/ordering.ts'
import { objectParser, orDefault, type Parser, parseInteger, parseText } from '../../../device/parse-stored.ts'
import { tabStorage } from '../../../device/storage.ts'
import { storedValue } from '../../../device/stored-value.ts'

export type PlaceBody = Body<typeof placeOrder>

const textOrEmpty = orDefault(parseText, '')

/** The fields of a checkout that are not in the order store. */
const parseDraft = objectParser({
  /** The chosen service; null for the default of the kitchen. */
  service: orDefault(parseText as Parser<Service>, null),
  /** The chosen time; null for as soon as possible, or for the first free time. */
  slotAt: orDefault(parseInteger, null),
  name: textOrEmpty,
  email: textOrEmpty,
  phone: textOrEmpty,
  note: textOrEmpty,
  payment: orDefault(parseText as Parser<PaymentMethod>, 'cash' as const),
  /**
   * An order that was sent and got no response. The server may have received it, so only the same order is sent again.
   */
  unanswered: (stored) => (stored ?? null) as PlaceBody | null,
})

const emptyDraft = parseDraft({})

export type CheckoutDraft = ReturnType<typeof parseDraft>

/** The draft of a checkout. It is kept in the tab, and survives reloads and logins. */
const storedDraft = (kitchenId: string) => storedValue(`checkout ${kitchenId}`, parseDraft, tabStorage)

export function useCheckoutDraft(kitchenId: string) {
  const [{ subscribe, read, write }] = useState(() => storedDraft(kitchenId))
  return {
    draft: useSyncExternalStore(subscribe, read),
    change: (changes: Partial<CheckoutDraft>) => write({ ...read(), ...changes }),
    clear: () => write(emptyDraft),
  }
}

export const clearDraft = (kitchenId: string): void => storedDraft(kitchenId).write(emptyDraft)
