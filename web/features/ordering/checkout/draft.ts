import { useEffect, useState } from 'react'
import type { Body } from '#contract/endpoint.ts'
import type { PaymentMethod, Service } from '#contract/menu-enums.ts'
import type { placeOrder } from '#contract/ordering.ts'

export type PlaceBody = Body<typeof placeOrder>

/** The fields of a checkout that the order store does not keep. */
export interface CheckoutDraft {
  /** Null for the default of the kitchen. */
  service: Service | null
  /** Null for as soon as possible, or for the first free time. */
  slotAt: number | null
  name: string
  email: string
  phone: string
  note: string
  payment: PaymentMethod
  /** An order that was sent without a reply. It may have arrived, so only the same order is sent again. */
  unanswered: PlaceBody | null
}

const emptyDraft: CheckoutDraft = {
  service: null,
  slotAt: null,
  name: '',
  email: '',
  phone: '',
  note: '',
  payment: 'cash',
  unanswered: null,
}

const keyOf = (kitchenId: string) => `checkout ${kitchenId}`

/**
 * Keeps the draft of a checkout as long as the tab, through reloads and logins.
 * @returns the draft and its changes
 */
export function useCheckoutDraft(kitchenId: string) {
  const [draft, setDraft] = useState(() => read(kitchenId))

  useEffect(() => write(kitchenId, draft), [kitchenId, draft])

  return {
    draft,
    change: (changes: Partial<CheckoutDraft>) => setDraft((last) => ({ ...last, ...changes })),
    /** Writes at once, so that the order is found again even when the page is left now. */
    setUnanswered: (unanswered: PlaceBody | null) => {
      write(kitchenId, { ...draft, unanswered })
      setDraft((last) => ({ ...last, unanswered }))
    },
    clear: () => {
      setDraft(emptyDraft)
      clearDraft(kitchenId)
    },
  }
}

/** Clears the draft of a checkout that is not shown. */
export const clearDraft = (kitchenId: string): void => write(kitchenId, emptyDraft)

function read(kitchenId: string): CheckoutDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(kitchenId)) ?? '{}')
    // Another version of the site may have stored other types.
    const valid = Object.entries(emptyDraft).filter(
      ([name, value]) => name in stored && (value === null || typeof stored[name] === typeof value),
    )
    return { ...emptyDraft, ...Object.fromEntries(valid.map(([name]) => [name, stored[name]])) }
  } catch {
    return emptyDraft
  }
}

function write(kitchenId: string, draft: CheckoutDraft): void {
  try {
    sessionStorage.setItem(keyOf(kitchenId), JSON.stringify(draft))
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}
