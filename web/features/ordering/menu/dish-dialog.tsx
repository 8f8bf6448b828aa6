import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type CartLine, toCartMenuItem } from '#contract/cart-line.ts'
import type { Item, KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { LINE_QUANTITY_MAX } from '#contract/ordering-limits.ts'
import { calculateUnitPrice } from '#contract/pricing.ts'
import { CloseButton, closeDialog, Modal } from '../../../ui/dialog/modal.tsx'
import { QuantityStepper } from '../cart/stepper.tsx'
import { addDietaryRequirement, DietaryRequirementsField } from './dietary-requirements.tsx'
import { describeDietsAndAllergens } from './dish.tsx'
import { findOptionProblem, OptionField } from './option-field.tsx'
import './dish-dialog.css'

interface DishDialogProps {
  item: Item
  terms: KitchenTerms
  now: number
  onAdd: (line: CartLine) => void
  onClose: () => void
}

/** The dialog of a dish with its options. On a phone, it is a sheet at the bottom. */
export function DishDialog({ item, terms, now, onAdd, onClose }: DishDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [choices, setChoices] = useState<Partial<Record<string, string[]>>>({})
  const [requirements, setRequirements] = useState<string[]>([])
  const [draft, setDraft] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [attempts, setAttempts] = useState(0)
  const maxQuantity = Math.min(
    LINE_QUANTITY_MAX,
    item.maxPerOrder ?? LINE_QUANTITY_MAX,
    item.portionsLeft ?? LINE_QUANTITY_MAX,
  )
  const count = Math.max(1, Math.min(quantity, maxQuantity))
  // The form shows the chosen choices in the order of the menu, without those that the kitchen has removed.
  const optionFields = item.options.map((option) => {
    const chosenIds = option.choices.map(({ id }) => id).filter((id) => choices[option.optionId]?.includes(id))
    return { option, chosenIds, problem: findOptionProblem(option, chosenIds, now) }
  })
  const options = optionFields.flatMap(({ option: { optionId }, chosenIds }) =>
    chosenIds.map((choiceId) => ({ optionId, choiceId })),
  )
  const price = calculateUnitPrice({ item: toCartMenuItem(item), options }) * count

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true] input:enabled')?.focus()
  }, [attempts])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setAttempts((count) => count + 1)
    if (optionFields.some(({ problem }) => problem)) return
    onAdd({
      itemId: item.itemId,
      quantity: count,
      options,
      dietaryRequirements: addDietaryRequirement(requirements, draft),
      item: toCartMenuItem(item),
    })
    closeDialog(form.current)
  }

  return (
    <Modal className="dialog sheet-dialog dish-dialog" aria-labelledby="dish-name" onClose={onClose}>
      <form ref={form} method="dialog" noValidate onSubmit={onSubmit}>
        <header>
          <h2 id="dish-name">{item.name}</h2>
          <CloseButton />
          {item.description && <p>{item.description}</p>}
          <p className="tags">{describeDietsAndAllergens(item)}</p>
        </header>
        <div className="dish-choices">
          {optionFields.map(({ option, chosenIds, problem }) => (
            <OptionField
              key={option.optionId}
              option={option}
              chosenIds={chosenIds}
              currency={terms.currency}
              now={now}
              problem={attempts > 0 ? problem : ''}
              onChange={(choiceIds) => setChoices({ ...choices, [option.optionId]: choiceIds })}
            />
          ))}
          <DietaryRequirementsField
            requirements={requirements}
            draft={draft}
            onChange={(requirements, draft) => {
              setRequirements(requirements)
              setDraft(draft)
            }}
          />
        </div>
        <footer className="row">
          <QuantityStepper name={item.name} quantity={count} max={maxQuantity} onChange={setQuantity} />
          <button type="submit" className="button">
            Add to order, {formatMoney(price, terms.currency)}
          </button>
        </footer>
      </form>
    </Modal>
  )
}
