import { useState } from 'react'
import { type CartLine, toCartMenuItem } from '#contract/cart-line.ts'
import type { Item, Kitchen } from '#contract/menu.ts'
import { usePathParameter } from '../../../kit/use-path-parameter.ts'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { CartPanel } from '../cart/cart-panel.tsx'
import { CartSheet } from '../cart/cart-sheet.tsx'
import { countPortions, getCartLines, useOrderStore } from '../cart/order-store.ts'
import { useCart } from '../cart/use-cart.ts'
import { formatItemCount } from '../kitchen-text.ts'
import { NoKitchen } from '../missing-pages.tsx'
import { KitchenFacts, LoadingEntries, OrderingPageHeader } from '../shop-parts.tsx'
import { useKitchen } from '../use-kitchen.ts'
import { useNow } from '../use-now.ts'
import { DishDialog } from './dish-dialog.tsx'
import { MenuList } from './menu-list.tsx'
import '../ordering.css'
import './menu-screen.css'
import '../cart/cart.css'

/** The screen of `/order/:slug`: the menu of a kitchen, and the cart. */
export function Screen() {
  const slug = usePathParameter('/order/:slug', 'slug')
  const { data: kitchen, isMissing, problem, refetch } = useKitchen(slug)
  const now = useNow()
  const cart = useCart(slug, kitchen, now)
  const [openItemId, setOpenItemId] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const item = kitchen?.categories.flatMap(({ items }) => items).find(({ itemId }) => itemId === openItemId)

  function add(line: CartLine, { terms }: Kitchen) {
    useOrderStore.getState().add(line, terms.vId)
    const lines = getCartLines(useOrderStore.getState(), terms.vId)
    const addedText = line.quantity > 1 ? `${line.quantity} × ${line.item.name}` : line.item.name
    setAnnouncement(`${addedText} added. Your order has ${formatItemCount(countPortions(lines))}.`)
  }

  function addOrOpen(item: Item) {
    if (!kitchen) return
    if (item.options.length > 0) setOpenItemId(item.itemId)
    else
      add(
        { itemId: item.itemId, quantity: 1, options: [], dietaryRequirements: [], item: toCartMenuItem(item) },
        kitchen,
      )
  }

  if (isMissing) return <NoKitchen />
  const cartPanel = <CartPanel slug={slug} kitchen={kitchen} cart={cart} />
  return (
    <div className="order-page">
      <OrderingPageHeader
        title={kitchen?.terms.name ?? 'Menu'}
        lead={kitchen?.terms.blurb}
        up={{ to: '/order', text: 'All kitchens' }}
      >
        <ul className="row order-facts">{kitchen && <KitchenFacts terms={kitchen.terms} now={now} />}</ul>
      </OrderingPageHeader>
      <div className="order-body order-shop small-headings">
        <div className="order-menu" aria-busy={!kitchen && !problem}>
          {problem && (
            <ProblemNote
              text={kitchen ? `The menu may have changed. ${problem}` : `The menu could not be loaded. ${problem}`}
              onRetry={refetch}
            />
          )}
          <noscript>
            <p className="note">Ordering needs scripts, which are off in this browser.</p>
          </noscript>
          {kitchen && (
            <MenuList kitchen={kitchen} lines={cart.lines} now={now} onAdd={addOrOpen} onOpen={setOpenItemId} />
          )}
          {!kitchen && !problem && <LoadingEntries text="Loading the menu …" count={4} />}
        </div>
        <aside className="card cart-side sticky-card" data-raised="" aria-label="Your order">
          {cartPanel}
        </aside>
      </div>
      <CartSheet cart={cart}>{cartPanel}</CartSheet>
      {kitchen && item && (
        <DishDialog
          key={item.itemId}
          item={item}
          terms={kitchen.terms}
          now={now}
          onAdd={(line) => add(line, kitchen)}
          onClose={() => setOpenItemId(null)}
        />
      )}
      <p className="visually-hidden" role="status">
        {cart.priceChanges.length > 0
          ? `Prices in your order have changed. ${cart.priceChanges.join('. ')}`
          : announcement}
      </p>
    </div>
  )
}
