import { useEffect, useRef, useState } from 'react'
import { type CartLine, isSameLine, lineKey, mergeLines } from '#contract/cart-line.ts'
import type { Kitchen } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { LINE_QUANTITY_MAX } from '#contract/ordering-limits.ts'
import { lineTotalOf } from '#contract/pricing.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { LineDetails } from '../line-details.tsx'
import { linesOf, useOrder } from './order-store.ts'
import { PriceChanges } from './price-changes.tsx'
import { Stepper } from './stepper.tsx'
import type { Cart } from './use-cart.ts'

interface CartLinesProps {
  kitchen: Kitchen | null
  slug: string | null
  cart: Cart
}

/** What is in the cart. What has been removed can be put back. */
export function CartLines({ kitchen, slug, cart }: CartLinesProps) {
  const { lines, notes, currency } = cart
  const [removed, setRemoved] = useState<{ message: string; putBack: () => void } | null>(null)
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
  function remove(line: CartLine, at: number) {
    change((now) => now.filter((one) => !isSameLine(one, line)))
    const putBack = () => change((now) => (now.some((one) => isSameLine(one, line)) ? now : now.toSpliced(at, 0, line)))
    setRemoved({ message: `${line.item.name} removed.`, putBack })
  }
  function empty() {
    const { address, setAddress, clear } = useOrder.getState()
    clear(vId)
    const putBack = () => {
      setAddress(address)
      change((now) => mergeLines(lines, now))
    }
    setRemoved({ message: 'Your order is empty now.', putBack })
  }

  return (
    <>
      <PriceChanges cart={cart} />
      {lines.length === 0 && !removed && <p className="soft">Nothing yet. Add a dish from the menu.</p>}
      {lines.length > 0 && currency !== null && (
        <ul className="list cart-lines">
          {lines.map((line, at) => (
            <Row key={lineKey(line)}>
              {() => (
                <li>
                  <span className="cart-name">{line.item.name}</span>
                  <span className="cart-price">{formatMoney(lineTotalOf(line), currency)}</span>
                  <LineDetails line={line} />
                  {notes[at]?.map((note) => (
                    <p key={note} className="state cart-note" data-kind="grave">
                      {note}
                    </p>
                  ))}
                  <div className="spread cart-line-tools">
                    <Stepper
                      name={line.item.name}
                      quantity={line.quantity}
                      most={LINE_QUANTITY_MAX}
                      onChange={(quantity) =>
                        change((now) => now.map((one) => (isSameLine(one, line) ? { ...one, quantity } : one)))
                      }
                    />
                    <button
                      type="button"
                      className="link-button"
                      aria-label={`Remove ${line.item.name}`}
                      onClick={() => remove(line, at)}
                    >
                      Remove
                    </button>
                  </div>
                </li>
              )}
            </Row>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <button type="button" className="link-button" onClick={empty}>
          Empty the order
        </button>
      )}
      {removed && (
        <p className="row">
          {removed.message}{' '}
          <button
            type="button"
            className="link-button"
            ref={undo}
            onClick={() => {
              removed.putBack()
              setRemoved(null)
            }}
          >
            Undo
          </button>
        </p>
      )}
    </>
  )
}
