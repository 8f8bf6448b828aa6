import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CartLine } from '#contract/cart-line.ts'
import { getKitchen, type OrderSummary } from '#contract/ordering.ts'
import { fetchWithoutSession } from '../../../api/api.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLoadAndNavigate } from '../../../kit/go.ts'
import { Link } from '../../../kit/link.tsx'
import { countPortions, getCartLines, useOrderStore } from '../cart/order-store.ts'
import { formatItemCount } from '../kitchen-text.ts'
import { findLinesToReorder } from './reorder-lines.ts'
import './order-screen.css'
import { QuietButton } from '../../../ui/quiet-button.tsx'

/** The lines that can be ordered again, and for each other line the reason why it cannot be ordered again. */
interface Reorder {
  kitchenId: string
  lines: CartLine[]
  unavailable: string[]
}
type Outcome = { reorder: Reorder; countInCart: number } | { added: number; unavailable: string[] }

/**
 * A button that adds the dishes of an order to the cart and opens the menu. If dishes are no longer available, they are
 * listed, and the menu is not opened. If the cart is not empty, the customer first chooses whether to add the dishes to
 * the cart or to replace the cart.
 */
export function OrderAgain({
  order,
}: {
  order: Pick<OrderSummary, 'vendor' | 'lines' | 'number' | 'currency' | 'currencyDigits'>
}) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { busy, message, perform } = useAction()
  const shownOutcome = useRef<HTMLDivElement>(null)
  const go = useLoadAndNavigate()
  const { slug, name } = order.vendor
  const menu = `/order/${slug}`

  useEffect(() => {
    if (outcome || message) shownOutcome.current?.focus()
  }, [outcome, message])

  async function orderAgain() {
    const response = await fetchWithoutSession(getKitchen, { params: { slug } })
    if (!response.ok) return `${name} takes no orders any more.`
    const kitchen = await response.json()
    useOrderStore.getState().setVendor(kitchen.terms)
    const kitchenId = kitchen.terms.vId
    const reorder = { kitchenId, ...findLinesToReorder(order, kitchen, Date.now()) }
    const countInCart = countPortions(getCartLines(useOrderStore.getState(), kitchenId))
    if (countInCart === 0 || reorder.lines.length === 0) return addToCart(reorder)
    setOutcome({ reorder, countInCart })
  }

  /** Adds the available lines to the cart. Opens the menu at once when every line is available. */
  async function addToCart({ kitchenId, lines, unavailable }: Reorder) {
    for (const line of lines) useOrderStore.getState().add(line, kitchenId)
    if (unavailable.length === 0) await go(menu)
    else setOutcome({ added: lines.length, unavailable })
  }
  async function replaceCart(reorder: Reorder) {
    useOrderStore.getState().replaceLines(reorder.kitchenId, [])
    await addToCart(reorder)
  }

  const showOutcome = (children: ReactNode) => (
    <div className="card again-outcome" ref={shownOutcome} tabIndex={-1}>
      {children}
    </div>
  )

  if (outcome && 'reorder' in outcome)
    return showOutcome(
      <>
        <p>
          Your order at {name} has {formatItemCount(outcome.countInCart)} already.
        </p>
        <div className="buttons">
          <QuietButton busy={busy} onClick={() => perform({ run: () => addToCart(outcome.reorder) })}>
            Add to it
          </QuietButton>
          <QuietButton busy={busy} onClick={() => perform({ run: () => replaceCart(outcome.reorder) })}>
            Replace it
          </QuietButton>
          <QuietButton onClick={() => setOutcome(null)}>Cancel</QuietButton>
        </div>
      </>,
    )
  // The button is removed, so that a second press does not add the lines again.
  if (outcome)
    return showOutcome(
      <>
        <p>
          {outcome.added > 0
            ? 'The other dishes are in your order. Not available now:'
            : 'None of these dishes is available now:'}
        </p>
        <ul>
          {outcome.unavailable.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <Link className="quiet-button" to={menu}>
          {outcome.added > 0 ? 'See your order' : 'See the menu'}
        </Link>
      </>,
    )
  return (
    <>
      <QuietButton busy={busy} onClick={() => perform({ run: orderAgain })}>
        Order again
        <span className="visually-hidden">
          , as order {order.number} at {name}
        </span>
      </QuietButton>
      {message?.text && showOutcome(<p>{message.text}</p>)}
    </>
  )
}
