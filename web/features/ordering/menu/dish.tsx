import { DAY_MS } from '#contract/limits.ts'
import { isMarkedSoldOut } from '#contract/line-problems.ts'
import type { Item, KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { formatRelativeDayTime } from '#contract/opening-hours.ts'
import { DishPicture } from '../../../ui/dish-picture.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { TextButton } from '../../../ui/text-button.tsx'

/** The number of portions left is shown when it is at most this number. */
const FEW_PORTIONS = 5

interface DishProps {
  item: Item
  terms: KitchenTerms
  now: number
  countInCart: number
  onAdd: () => void
  onOpen: () => void
}

export function Dish({ item, terms, now, countInCart, onAdd, onOpen }: DishProps) {
  const { name, description, price, picture, portionsLeft, options } = item
  const soldOutText = describeSoldOut(item, terms, now)
  const isScarce = !soldOutText && portionsLeft !== null && portionsLeft <= FEW_PORTIONS
  const tags = describeDietsAndAllergens(item)
  const verb = options.length > 0 ? 'Choose' : 'Add'
  const states = [
    { kind: 'grave', text: soldOutText },
    { kind: 'asks', text: isScarce && (portionsLeft === 1 ? 'The last one' : `Only ${portionsLeft} left`) },
    { kind: 'asks', text: countInCart > 0 && `${countInCart} in your order` },
  ]
  return (
    <li className="dish" data-out={soldOutText ? '' : undefined} data-picture={picture ? '' : undefined}>
      {picture && <DishPicture className="dish-picture" src={picture} loading="lazy" decoding="async" />}
      <div className="dish-words">
        <h3>{name}</h3>
        {description && <p className="soft dish-about">{description}</p>}
        {tags && <p className="soft dish-tags">{tags}</p>}
        {states.map(
          ({ kind, text }) =>
            text && (
              <p key={text} className="state" data-kind={kind}>
                {text}
              </p>
            ),
        )}
      </div>
      <div className="dish-add">
        <span className="dish-price">{formatMoney(price, terms.currency)}</span>
        {!soldOutText && (
          <QuietButton
            aria-label={`${verb} ${name}`}
            aria-haspopup={options.length > 0 ? 'dialog' : undefined}
            onClick={onAdd}
          >
            {verb}
          </QuietButton>
        )}
        {!soldOutText && options.length === 0 && (
          <TextButton aria-haspopup="dialog" aria-label={`With a wish: ${name}`} onClick={onOpen}>
            With a wish
          </TextButton>
        )}
      </div>
    </li>
  )
}

/** Describes until when a dish is sold out: "Sold out until tomorrow at 12:00". Empty when the dish is available. */
function describeSoldOut(item: Item, { timezone }: KitchenTerms, now: number): string {
  if (item.portionsLeft === 0) return 'Sold out'
  if (item.soldOutUntil === null || !isMarkedSoldOut(item, now)) return ''
  // A date in the far future does not help the customer.
  if (item.soldOutUntil - now > 7 * DAY_MS) return 'Sold out'
  return `Sold out until ${formatRelativeDayTime(item.soldOutUntil, timezone, now)}`
}

/** Describes the diets and allergens of a dish: "Vegetarian. Contains gluten, milk". */
export function describeDietsAndAllergens({ diets, allergens }: Item): string {
  const list = diets.join(', ')
  return [list.charAt(0).toUpperCase() + list.slice(1), formatAllergens(allergens)].filter(Boolean).join('. ')
}

/** Formats allergens: "Contains gluten, milk". Empty without allergens. */
export const formatAllergens = (allergens: readonly string[]): string =>
  allergens.length > 0 ? `Contains ${allergens.join(', ')}` : ''
