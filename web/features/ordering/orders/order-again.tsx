import { useEffect, useRef, useState } from 'react'
import type { CartLine } from '#contract/cart-line.ts'
import { getKitchen, type OrderSummary } from '#contract/ordering.ts'
import { apiFetch } from '../../../api/api.ts'
import { problemOf, UNREACHABLE } from '../../../api/problem.ts'
import { useGo } from '../../../kit/go.ts'
import { Link } from '../../../kit/link.tsx'
import { countOf, linesOf, useOrder } from '../cart/order-store.ts'
import { itemsWords } from '../kitchen-words.ts'
import { againLines } from './again-lines.ts'
import './order-screen.css'

/** What can be had again, and why the rest cannot. */
interface Again {
  vId: string
  lines: CartLine[]
  left: string[]
}
type Outcome = { again: Again; inCart: number } | { added: number; left: string[] } | { problem: string }

/**
 * Puts what is still on the menu into the cart, and goes there; what is not is said first. A cart that is not empty is
 * added to or replaced, as the customer says.
 */
export function OrderAgain({ order }: { order: Pick<OrderSummary, 'vendor' | 'lines' | 'number'> }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const said = useRef<HTMLDivElement>(null)
  const go = useGo()
  const { slug, name } = order.vendor
  const menu = `/order/${slug}`

  useEffect(() => {
    if (outcome) said.current?.focus()
  }, [outcome])

  async function again() {
    if (busy) return
    setBusy(true)
    try {
      const response = await apiFetch(getKitchen, { params: { slug } })
      if (!response.ok) return setOutcome({ problem: `${name} takes no orders any more.` })
      const kitchen = await response.json()
      const { setVendor } = useOrder.getState()
      setVendor(kitchen.terms)
      const { vId } = kitchen.terms
      const found = { vId, ...againLines(order.lines, kitchen, Date.now()) }
      const inCart = countOf(linesOf(useOrder.getState(), vId))
      if (inCart > 0 && found.lines.length > 0) setOutcome({ again: found, inCart })
      else await put(found)
    } catch (error) {
      setOutcome({ problem: (await problemOf(error, UNREACHABLE)).message })
    } finally {
      setBusy(false)
    }
  }

  /** Adds to the cart of the kitchen what can be had, and goes there where that is all. */
  async function put({ lines, left }: Again) {
    for (const line of lines) useOrder.getState().add(line)
    if (left.length === 0) await go(menu)
    else setOutcome({ added: lines.length, left })
  }
  async function replace(found: Again) {
    useOrder.getState().replaceLines(found.vId, [])
    await put(found)
  }

  if (outcome && 'again' in outcome) {
    const { again: found, inCart } = outcome
    return (
      <div className="card again-outcome" ref={said} tabIndex={-1}>
        <p>
          Your order at {name} has {itemsWords(inCart)} already.
        </p>
        <div className="buttons">
          <button type="button" className="quiet-button" onClick={() => put(found)}>
            Add to it
          </button>
          <button type="button" className="quiet-button" onClick={() => replace(found)}>
            Replace it
          </button>
          <button type="button" className="quiet-button" onClick={() => setOutcome(null)}>
            Cancel
          </button>
        </div>
      </div>
    )
  }
  // What has been added once is not added again by a second press.
  if (outcome && 'left' in outcome) {
    return (
      <div className="card again-outcome" ref={said} tabIndex={-1}>
        <p>{outcome.added > 0 ? 'The rest is in your order. Not to be had now:' : 'Nothing of it is to be had now:'}</p>
        <ul>
          {outcome.left.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <Link className="quiet-button" to={menu}>
          {outcome.added > 0 ? 'See your order' : 'See the menu'}
        </Link>
      </div>
    )
  }
  return (
    <>
      <button type="button" className="quiet-button" aria-disabled={busy} onClick={again}>
        Order again
        <span className="visually-hidden">
          , as order {order.number} at {name}
        </span>
      </button>
      {outcome && (
        <div className="card again-outcome" ref={said} tabIndex={-1}>
          <p>{outcome.problem}</p>
        </div>
      )}
    </>
  )
}
