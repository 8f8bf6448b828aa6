import type { ManagedItem } from '#contract/kitchen.ts'
import { formatMoney } from '#contract/money.ts'
import { formatOpeningTime } from '#contract/opening-hours.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { MenuTools } from './menu-tools.ts'
import { MoveButtons } from './move-buttons.tsx'
import { MoveHandle } from './move-handle.tsx'

interface ItemRowProps {
  item: ManagedItem
  first: boolean
  last: boolean
  /** Undefined for staff. */
  tools: MenuTools
}

/** A dish with its buttons. */
export function ItemRow({ item, first, last, tools }: ItemRowProps) {
  const { itemId, name, price, picture, available, soldOutUntil, portionsLeft, options } = item
  const { currency, timezone, now, editable, drag, drafts } = tools
  const isOut = soldOutUntil !== null && soldOutUntil > now
  const outChoices = options.flatMap(({ choices }) => choices).filter(({ soldOutUntil }) => (soldOutUntil ?? 0) > now)
  return (
    <li
      className="row dish-item"
      data-item={itemId}
      data-dragged={drag.dragged?.id === itemId || undefined}
      data-drop={drag.drop?.id === itemId ? drag.drop.side : undefined}
    >
      {editable && (
        <MoveHandle
          name={name}
          pointer={drag.handle({ kind: 'item', id: itemId })}
          id={`item-${itemId}-handle`}
          onMove={(by) => tools.moveItem(itemId, by, 'handle')}
        />
      )}
      {picture && <img src={picture} alt="" width="640" height="480" loading="lazy" />}
      <div className="dish-item-words">
        <p>
          <b>{name}</b> <span>{formatMoney(price, currency)}</span>
        </p>
        <p className="tags">
          {!available && (
            <span className="tag" data-kind="asks">
              Not on the menu
            </span>
          )}
          {isOut && (
            <span className="tag" data-kind="asks">
              Sold out, back {formatOpeningTime(soldOutUntil, timezone, now)}
            </span>
          )}
          {outChoices.length > 0 && (
            <span className="tag" data-kind="asks">
              {outChoices.map((choice) => choice.name).join(', ')} sold out
            </span>
          )}
          {portionsLeft !== null && <span className="soft">{portionsLeft} left</span>}
          {drafts.has(`item-${itemId}`) && (
            <span className="tag" data-kind="asks">
              Not saved yet
            </span>
          )}
        </p>
      </div>
      <div className="buttons">
        {editable && (
          <MoveButtons
            name={name}
            id={`item-${itemId}`}
            first={first}
            last={last}
            onMove={(by) => tools.moveItem(itemId, by, by < 0 ? 'up' : 'down')}
          />
        )}
        <QuietButton onClick={() => tools.soldOut(name)}>
          Sold out …<span className="visually-hidden"> {name}</span>
        </QuietButton>
        {editable && (
          <QuietButton id={`item-${itemId}-change`} onClick={() => tools.open({ itemId, categoryId: '' })}>
            Change<span className="visually-hidden"> {name}</span>
          </QuietButton>
        )}
      </div>
    </li>
  )
}
