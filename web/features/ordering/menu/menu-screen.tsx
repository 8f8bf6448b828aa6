import { useState } from 'react'
import { useLocation } from 'react-router'
import { type CartLine, toCartItem } from '#contract/cart-line.ts'
import type { Item, Kitchen } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { readPathParameters } from '#contract/page-path.ts'
import { CartPanel } from '../cart/cart-panel.tsx'
import { CartSheet } from '../cart/cart-sheet.tsx'
import { countOf, linesOf, useOrder } from '../cart/order-store.ts'
import { useCart } from '../cart/use-cart.ts'
import { itemsWords } from '../kitchen-words.ts'
import { NoKitchen } from '../no-kitchen.tsx'
import { useKitchen } from '../use-kitchen.ts'
import { useNow } from '../use-now.ts'
import { DishDialog } from './dish-dialog.tsx'
import { MenuHead } from './menu-head.tsx'
import { MenuList } from './menu-list.tsx'
import '../ordering.css'
import './menu-screen.css'
import '../cart/cart.css'

const PAGE = '/order/:slug'

/** `/order/:slug`: the menu of a kitchen, and the order from it. */
export function Screen() {
  const { pathname } = useLocation()
  // While it is built there is no kitchen yet.
  const slug = pathname === PAGE ? null : (readPathParameters(PAGE, pathname)?.slug ?? null)
  const { answer: kitchen, missing, problem, again } = useKitchen(slug)
  const now = useNow()
  const cart = useCart(slug, kitchen, now)
  const [chosen, choose] = useState<string | null>(null)
  const [said, say] = useState('')
  const item = kitchen?.categories.flatMap(({ items }) => items).find(({ itemId }) => itemId === chosen)

  function add(line: CartLine, { terms }: Kitchen) {
    const { add } = useOrder.getState()
    add(line)
    const lines = linesOf(useOrder.getState(), terms.vId)
    const added = line.quantity > 1 ? `${line.quantity} × ${line.item.name}` : line.item.name
    say(`${added} added. Your order has ${itemsWords(countOf(lines))}.`)
  }

  function want(item: Item) {
    if (!kitchen) return
    if (item.options.length > 0) choose(item.itemId)
    else
      add({ itemId: item.itemId, quantity: 1, options: [], dietaryRequirements: [], item: toCartItem(item) }, kitchen)
  }

  if (missing) return <NoKitchen />
  return (
    <div className="order-page">
      <MenuHead kitchen={kitchen} now={now} />
      <div className="order-body order-shop">
        <div className="order-menu" aria-busy={!kitchen && !problem}>
          {problem && (
            <div className="note order-problem" role="alert">
              <p>{kitchen ? `The menu may have changed. ${problem}` : `The menu could not be loaded. ${problem}`}</p>
              <button type="button" className="quiet-button" onClick={again}>
                Try again
              </button>
            </div>
          )}
          {kitchen && <MenuList kitchen={kitchen} lines={cart.lines} now={now} onWant={want} onWish={choose} />}
          {!kitchen && !problem && <Waiting />}
        </div>
        <aside className="card cart-side sticky-card" data-raised="" aria-label="Your order">
          <CartPanel slug={slug} kitchen={kitchen} cart={cart} />
        </aside>
      </div>
      <CartSheet count={cart.count} total={totalOf(cart)} changed={cart.prices.length > 0}>
        <CartPanel slug={slug} kitchen={kitchen} cart={cart} />
      </CartSheet>
      {kitchen && item && (
        <DishDialog
          key={item.itemId}
          item={item}
          terms={kitchen.terms}
          now={now}
          onAdd={(line) => add(line, kitchen)}
          onClose={() => choose(null)}
        />
      )}
      <p className="visually-hidden" role="status">
        {cart.prices.length > 0 ? `Prices in your order have changed. ${cart.prices.join('. ')}` : said}
      </p>
    </div>
  )
}

const totalOf = ({ quote, subtotal, currency }: ReturnType<typeof useCart>): string =>
  currency === null ? '' : formatMoney(quote?.total ?? subtotal, currency)

/** Where the menu will be. */
function Waiting() {
  return (
    <div className="stack order-waiting">
      <p className="visually-hidden">Loading the menu …</p>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="skeleton" />
      ))}
    </div>
  )
}
