import { useEffect, useRef, useState } from 'react'
import { type CartLine, sameLine } from '#contract/cart-line.ts'
import type { Kitchen } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { LINE_QUANTITY_MAX } from '#contract/ordering-limits.ts'
import { unitPriceOf } from '#contract/pricing.ts'
import { LineDetails } from './line-details.tsx'
import { linesOf, useOrder } from './order-store.ts'
import { Stepper } from './stepper.tsx'
import { type Cart, keyOf } from './use-cart.ts'

interface CartLinesProps {
  kitchen: Kitchen | null
  slug: string | null
  cart: Cart
}

/** What is in the cart. A line that has been removed can be put back where it was. */
export function CartLines({ kitchen, slug, cart: { lines, notes, currency, changed, seen } }: CartLinesProps) {
  const [removed, setRemoved] = useState<{ line: CartLine; at: number } | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const kept = useOrder((state) => Object.entries(state.kitchens).find(([, one]) => one.slug === slug)?.[0])
  const vId = kitchen?.terms.vId ?? kept

  // The button that was pressed has gone with its line.
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])

  const change = (by: (lines: CartLine[]) => CartLine[]) => {
    const { itemsByVendor, replaceLines } = useOrder.getState()
    if (vId !== undefined) replaceLines(vId, by(linesOf({ itemsByVendor }, vId)))
  }
  function putBack() {
    if (!removed) return
    const { line, at } = removed
    change((now) => (now.some((one) => sameLine(one, line)) ? now : now.toSpliced(at, 0, line)))
    setRemoved(null)
  }

  return (
    <>
      {lines.length === 0 && !removed && <p className="cart-empty">Nothing yet. Add a dish from the menu.</p>}
      {lines.length > 0 && currency !== null && (
        <ul className="cart-lines">
          {lines.map((line, at) => (
            <li key={keyOf(line)}>
              <span className="cart-name">{line.item.name}</span>
              <span className="cart-price">{formatMoney(unitPriceOf(line) * line.quantity, currency)}</span>
              <LineDetails line={line} />
              {notes[at]?.map((note) => (
                <p key={note} className="cart-note">
                  {note}
                </p>
              ))}
              <div className="cart-line-tools">
                <Stepper
                  name={line.item.name}
                  quantity={line.quantity}
                  most={LINE_QUANTITY_MAX}
                  onChange={(quantity) =>
                    change((now) => now.map((one) => (sameLine(one, line) ? { ...one, quantity } : one)))
                  }
                />
                <button
                  type="button"
                  className="order-link"
                  aria-label={`Remove ${line.item.name}`}
                  onClick={() => {
                    change((now) => now.filter((one) => !sameLine(one, line)))
                    setRemoved({ line, at })
                  }}
                >
                  Remove
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {changed && (
        <button type="button" className="order-link" onClick={seen}>
          I have seen what changed
        </button>
      )}
      {removed && (
        <p className="cart-removed">
          {removed.line.item.name} removed.{' '}
          <button type="button" className="order-link" ref={undo} onClick={putBack}>
            Undo
          </button>
        </p>
      )}
    </>
  )
}
