import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type CartLine, toCartItem } from '#contract/cart-line.ts'
import type { Item, KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { LINE_QUANTITY_MAX } from '#contract/ordering-limits.ts'
import { unitPriceOf } from '#contract/pricing.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Stepper } from '../cart/stepper.tsx'
import { DietaryWishes, withTyped } from './dietary-wishes.tsx'
import { tagsOf } from './dish.tsx'
import { OptionField, problemOfOption } from './option-field.tsx'
import './dish-dialog.css'

interface DishDialogProps {
  item: Item
  terms: KitchenTerms
  now: number
  onAdd: (line: CartLine) => void
  onClose: () => void
}

/** A dish with its choices: a native dialog, which gives the focus back to where it was; on a phone a sheet at the bottom. */
export function DishDialog({ item, terms, now, onAdd, onClose }: DishDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const [wishes, setWishes] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [tried, setTried] = useState(0)
  const most = Math.min(
    LINE_QUANTITY_MAX,
    item.maxPerOrder ?? LINE_QUANTITY_MAX,
    item.portionsLeft ?? LINE_QUANTITY_MAX,
  )
  const count = Math.max(1, Math.min(quantity, most))
  // In the menu's order, and without what it has taken away meanwhile.
  const options = item.options.flatMap(({ optionId, choices }) =>
    choices.filter(({ id }) => taken.has(`${optionId} ${id}`)).map(({ id }) => ({ optionId, choiceId: id })),
  )
  const problems = new Map(item.options.map((option) => [option.optionId, problemOfOption(option, options, now)]))
  const price = unitPriceOf({ item: toCartItem(item), options }) * count

  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    if (tried > 0) dialog.current?.querySelector<HTMLElement>('[aria-invalid=true] input:enabled')?.focus()
  }, [tried])

  function submitted(event: FormEvent) {
    event.preventDefault()
    setTried((times) => times + 1)
    if ([...problems.values()].some(Boolean)) return
    onAdd({
      itemId: item.itemId,
      quantity: count,
      options,
      dietaryRequirements: withTyped(wishes, typed),
      item: toCartItem(item),
    })
    dialog.current?.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; the click is the one on the backdrop.
    <dialog
      ref={dialog}
      className="dialog sheet-dialog dish-dialog"
      aria-labelledby="dish-name"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <form method="dialog" noValidate onSubmit={submitted}>
        <header>
          <h2 id="dish-name">{item.name}</h2>
          <button type="button" className="round-button" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
          {item.description && <p>{item.description}</p>}
          <p className="tags">{tagsOf(item)}</p>
        </header>
        <div className="dish-choices">
          {item.options.map((option) => (
            <OptionField
              key={option.optionId}
              option={option}
              taken={options.filter(({ optionId }) => optionId === option.optionId).map(({ choiceId }) => choiceId)}
              currency={terms.currency}
              now={now}
              problem={tried > 0 ? (problems.get(option.optionId) ?? '') : ''}
              onChange={(choices) => {
                const others = options.filter(({ optionId }) => optionId !== option.optionId)
                const own = choices.map((choiceId) => ({ optionId: option.optionId, choiceId }))
                setTaken(new Set([...others, ...own].map(({ optionId, choiceId }) => `${optionId} ${choiceId}`)))
              }}
            />
          ))}
          <DietaryWishes
            wishes={wishes}
            typed={typed}
            onChange={(wishes, typed) => {
              setWishes(wishes)
              setTyped(typed)
            }}
          />
        </div>
        <footer className="row">
          <Stepper name={item.name} quantity={count} most={most} onChange={setQuantity} />
          <button type="submit" className="button">
            Add to order, {formatMoney(price, terms.currency)}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
