import { type ReactNode, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { CloseButton, Modal } from '../../../ui/dialog/modal.tsx'
import { formatItemCount } from '../kitchen-text.ts'
import type { Cart } from './use-cart.ts'

/** The bar at the bottom of the menu on a phone, which opens the cart as a sheet. */
export function CartSheet({ cart, children }: { cart: Cart; children: ReactNode }) {
  const { count, quote, subtotal, currency, priceChanges } = cart
  const [isOpen, setOpen] = useState(false)
  if (count === 0 && !isOpen) return null
  return (
    <div className="cart-bar">
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{priceChanges.length > 0 ? 'Your order has changed' : 'Your order'}</span>
        <span>
          {formatItemCount(count)} · {currency !== null && formatMoney(quote?.total ?? subtotal, currency)}
        </span>
      </button>
      {isOpen && (
        <Modal className="dialog sheet-dialog cart-sheet" aria-label="Your order" onClose={() => setOpen(false)}>
          <CloseButton className="round-button cart-sheet-close" />
          {children}
        </Modal>
      )}
    </div>
  )
}
