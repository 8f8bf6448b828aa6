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

/** The lines of the cart. The last removal can be undone. */
export function CartLines({ kitchen, slug, cart }: CartLinesProps) {
  const { lines, notes, currency } = cart
  const [removed, setRemoved] = useState<{ message: string; undo: () => void } | null>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const storedId = useOrder(({ kitchens }) => Object.keys(kitchens).find((id) => kitchens[id]?.slug === slug))
  const kitchenId = kitchen?.terms.vId ?? storedId

  // The pressed button has gone with its line.
  useEffect(() => {
    if (removed) undoButton.current?.focus()
  }, [removed])

  const changeLines = (change: (lines: CartLine[]) => CartLine[]) => {
    const { itemsByVendor, replaceLines } = useOrder.getState()
    if (kitchenId !== undefined) replaceLines(kitchenId, change(linesOf({ itemsByVendor }, kitchenId)))
  }
  function remove(line: CartLine, at: number) {
    changeLines((current) => current.filter((other) => !isSameLine(other, line)))
    const undo = () =>
      changeLines((current) =>
        current.some((other) => isSameLine(other, line)) ? current : current.toSpliced(at, 0, line),
      )
    setRemoved({ message: `${line.item.name} removed.`, undo })
  }
  function empty() {
    const { address, setAddress, clear } = useOrder.getState()
    clear(kitchenId)
    const undo = () => {
      setAddress(address)
      changeLines((current) => mergeLines(lines, current))
    }
    setRemoved({ message: 'Your order is empty now.', undo })
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
                      max={LINE_QUANTITY_MAX}
                      onChange={(quantity) =>
                        changeLines((current) =>
                          current.map((other) => (isSameLine(other, line) ? { ...other, quantity } : other)),
                        )
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
            ref={undoButton}
            onClick={() => {
              removed.undo()
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
