import { useEffect, useRef, useState } from 'react'
import { addLinesToCart, type CartLine, isSameLine, toLineKey } from '#contract/cart-line.ts'
import { LINE_QUANTITY_MAX } from '#contract/ordering-limits.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { CartLineText, PriceChanges } from './cart-parts.tsx'
import { useOrderStore } from './order-store.ts'
import { QuantityStepper } from './stepper.tsx'
import type { Cart } from './use-cart.ts'

/** The lines of the cart. The most recent removal can be undone. */
export function CartLines({ cart }: { cart: Cart }) {
  const { lines, notes, currency, kitchenId, isKept } = cart
  const [removal, setRemoval] = useState<{ message: string; undo: () => void } | null>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const { changeLines, setQuantity, remove, setAddress, clear, address } = useOrderStore()

  // The pressed button was removed with its line, so the undo button takes the focus.
  useEffect(() => {
    if (removal) undoButton.current?.focus()
  }, [removal])

  function removeLine(line: CartLine, at: number) {
    remove(line, kitchenId)
    const restore = (current: CartLine[]) =>
      current.some((other) => isSameLine(other, line)) ? current : current.toSpliced(at, 0, line)
    setRemoval({ message: `${line.item.name} removed.`, undo: () => changeLines(restore, kitchenId) })
  }
  function empty() {
    clear(kitchenId)
    const undo = () => {
      setAddress(address)
      changeLines((current) => addLinesToCart(lines, current), kitchenId)
    }
    setRemoval({ message: 'Your order is empty now.', undo })
  }

  return (
    <>
      <PriceChanges cart={cart} />
      {lines.length === 0 && !removal && !isKept && <p className="soft">Nothing yet. Add a dish from the menu.</p>}
      {lines.length > 0 && currency !== null && (
        <ul className="list cart-lines">
          {lines.map((line, at) => (
            <RowErrorBoundary key={toLineKey(line)}>
              {() => (
                <li>
                  <CartLineText line={line} name={line.item.name} currency={currency} problems={notes[at] ?? []} />
                  <div className="spread cart-line-tools">
                    <QuantityStepper
                      name={line.item.name}
                      quantity={line.quantity}
                      max={LINE_QUANTITY_MAX}
                      onChange={(quantity) => setQuantity(line, quantity, kitchenId)}
                    />
                    <TextButton aria-label={`Remove ${line.item.name}`} onClick={() => removeLine(line, at)}>
                      Remove
                    </TextButton>
                  </div>
                </li>
              )}
            </RowErrorBoundary>
          ))}
        </ul>
      )}
      {lines.length > 0 && <TextButton onClick={empty}>Empty the order</TextButton>}
      {removal && (
        <p className="row">
          {removal.message}{' '}
          <TextButton
            ref={undoButton}
            onClick={() => {
              removal.undo()
              setRemoval(null)
            }}
          >
            Undo
          </TextButton>
        </p>
      )}
    </>
  )
}
