import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { itemsWords } from '../kitchen-words.ts'

interface CartSheetProps {
  count: number
  total: string
  changed: boolean
  children: ReactNode
}

/** On a phone the order is a bar at the bottom of the menu, which opens a sheet. */
export function CartSheet({ count, total, changed, children }: CartSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  if (count === 0 && !open) return null
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
        <span>{changed ? 'Your order has changed' : 'Your order'}</span>
        <span>
          {itemsWords(count)} · {total}
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
        {open && children}
      </dialog>
    </div>
  )
}
