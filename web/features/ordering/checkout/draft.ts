import { useEffect, useState } from 'react'
import type { Body } from '#contract/endpoint.ts'
import type { PaymentMethod, Service } from '#contract/menu-enums.ts'
import type { placeOrder } from '#contract/ordering.ts'

export type PlaceBody = Body<typeof placeOrder>

/** What has been filled in at a checkout, beside what the order store keeps. */
export interface CheckoutDraft {
  /** Null for what the kitchen usually does. */
  service: Service | null
  /** Null for as soon as possible, or for the first time there is. */
  slotAt: number | null
  name: string
  email: string
  phone: string
  note: string
  payment: PaymentMethod
  /** What has been sent and not been answered: whether it has arrived is not known, so only the same is sent again. */
  unanswered: PlaceBody | null
}

const empty: CheckoutDraft = {
  service: null,
  slotAt: null,
  name: '',
  email: '',
  phone: '',
  note: '',
  payment: 'cash',
  unanswered: null,
}

const keyOf = (vId: string) => `checkout ${vId}`

/**
 * What has been filled in at the checkout of a kitchen: it lasts as long as the tab, through reloads and logging in.
 * @returns the draft, what changes it, and what forgets it
 */
export function useCheckoutDraft(vId: string) {
  const [draft, setDraft] = useState(() => read(vId))

  useEffect(() => write(vId, draft), [vId, draft])

  return {
    draft,
    change: (changes: Partial<CheckoutDraft>) => setDraft((last) => ({ ...last, ...changes })),
    /** At once, as what is sent next must be found again even when the page is left now. */
    keepUnanswered: (unanswered: PlaceBody | null) => {
      write(vId, { ...draft, unanswered })
      setDraft((last) => ({ ...last, unanswered }))
    },
    forget: () => {
      setDraft(empty)
      forgetDraft(vId)
    },
  }
}

/** Forgets what has been filled in at the checkout of a kitchen that is not open now. */
export const forgetDraft = (vId: string): void => write(vId, empty)

function read(vId: string): CheckoutDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(vId)) ?? '{}')
    // Kept by this tab a moment ago; another version of the site may have meant something else by it.
    const known = Object.entries(empty).filter(
      ([name, value]) => name in stored && (value === null || typeof stored[name] === typeof value),
    )
    return { ...empty, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) }
  } catch {
    return empty
  }
}

function write(vId: string, draft: CheckoutDraft): void {
  try {
    sessionStorage.setItem(keyOf(vId), JSON.stringify(draft))
  } catch {
    // Storage is refused: it lasts as long as the page.
  }
}
