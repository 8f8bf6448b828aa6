import type { ReactNode } from 'react'
import type { ManagedItem } from '#contract/kitchen.ts'
import { formatMoney } from '#contract/money.ts'
import { formatRelativeDayTimePhrase } from '#contract/opening-hours.ts'
import { DishPicture } from '../../../ui/dish-picture.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { MenuEditorTools } from './menu-tools.ts'
import { MoveButtons } from './move-buttons.tsx'
import { MoveHandle } from './move-handle.tsx'

interface ItemRowProps {
  item: ManagedItem
  first: boolean
  last: boolean
  tools: MenuEditorTools
}

export function ItemRow({ item, first, last, tools }: ItemRowProps) {
  const { itemId, name, price, picture, available, soldOutUntil, portionsLeft, options } = item
  const { currency, timezone, now, editable, drag, drafts } = tools
  const moved = { kind: 'item', id: itemId } as const
  const isOut = soldOutUntil !== null && soldOutUntil > now
  const outChoices = options.flatMap(({ choices }) => choices).filter(({ soldOutUntil }) => (soldOutUntil ?? 0) > now)
  return (
    <li className="row dish-item" data-item={itemId} {...drag.mark(itemId)}>
      {editable && <MoveHandle name={name} moved={moved} tools={tools} />}
      {picture && <DishPicture src={picture} loading="lazy" />}
      <div className="dish-item-words">
        <p>
          <b>{name}</b> <span>{formatMoney(price, currency)}</span>
        </p>
        <p className="tags">
          {!available && <WarningTag>Not on the menu</WarningTag>}
          {isOut && <WarningTag>Sold out, back {formatRelativeDayTimePhrase(soldOutUntil, timezone, now)}</WarningTag>}
          {outChoices.length > 0 && (
            <WarningTag>{outChoices.map((choice) => choice.name).join(', ')} sold out</WarningTag>
          )}
          {portionsLeft !== null && <span className="soft">{portionsLeft} left</span>}
          {editable && drafts.has(`item-${itemId}`) && <WarningTag>Not saved yet</WarningTag>}
        </p>
      </div>
      <div className="buttons">
        {editable && (
          <MoveButtons
            name={name}
            id={`item-${itemId}`}
            first={first}
            last={last}
            onMove={(by, control) => tools.move(moved, by, control)}
          />
        )}
        <QuietButton about={name} onClick={() => tools.openSoldOut(name)}>
          Sold out …
        </QuietButton>
        {editable && (
          <QuietButton
            about={name}
            id={`item-${itemId}-change`}
            onClick={() => tools.openItem({ itemId, categoryId: '' })}
          >
            Change
          </QuietButton>
        )}
      </div>
    </li>
  )
}

/** A short tag that draws attention to a state of the dish. */
export const WarningTag = ({ children }: { children: ReactNode }) => (
  <span className="tag" data-kind="asks">
    {children}
  </span>
)
