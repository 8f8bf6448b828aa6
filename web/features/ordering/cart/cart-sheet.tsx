import { type ReactNode, useState } from 'react'
import { closeDialog, Modal } from '../../../ui/dialog/modal.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formatItemCount } from '../kitchen-text.ts'

interface CartSheetProps {
  count: number
  total: string
  hasChanged: boolean
  children: ReactNode
}

/** The bar at the bottom of the menu on a phone, which opens the cart as a sheet. */
export function CartSheet({ count, total, hasChanged, children }: CartSheetProps) {
  const [isOpen, setOpen] = useState(false)
  if (count === 0 && !isOpen) return null
  return (
    <div className="cart-bar">
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{hasChanged ? 'Your order has changed' : 'Your order'}</span>
        <span>
          {formatItemCount(count)} · {total}
        </span>
      </button>
      {isOpen && (
        <Modal className="dialog sheet-dialog cart-sheet" aria-label="Your order" onClose={() => setOpen(false)}>
          <button
            type="button"
            className="round-button cart-sheet-close"
            aria-label="Close"
            onClick={(event) => closeDialog(event.currentTarget)}
          >
            <Icon name="close" />
          </button>
          {children}
        </Modal>
      )}
    </div>
  )
}
