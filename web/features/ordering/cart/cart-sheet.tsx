import { type ReactNode, useRef, useState } from 'react'
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
  const sheet = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (count === 0 && !isOpen) return null
  return (
    <div className="cart-bar">
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
          sheet.current?.showModal()
        }}
      >
        <span>{hasChanged ? 'Your order has changed' : 'Your order'}</span>
        <span>
          {formatItemCount(count)} · {total}
        </span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; the click is the one on the backdrop. */}
      <dialog
        ref={sheet}
        className="dialog sheet-dialog cart-sheet"
        aria-label="Your order"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <button
          type="button"
          className="round-button cart-sheet-close"
          aria-label="Close"
          onClick={() => sheet.current?.close()}
        >
          <Icon name="close" />
        </button>
        {isOpen && children}
      </dialog>
    </div>
  )
}
