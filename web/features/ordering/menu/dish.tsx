import { DAY_MS } from '#contract/limits.ts'
import { isSoldOut } from '#contract/line-problems.ts'
import type { Item, KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { formatLocalDayTime } from '#contract/opening-hours.ts'
import { DISH_PICTURE } from '#contract/ordering-limits.ts'

/** So few portions are worth a word. */
const FEW = 5

interface DishProps {
  item: Item
  terms: KitchenTerms
  now: number
  /** How many of it are in the cart. */
  inCart: number
  onWant: () => void
  onWish: () => void
}

/** One dish of the menu. */
export function Dish({ item, terms, now, inCart, onWant, onWish }: DishProps) {
  const { name, description, price, picture, portionsLeft, options } = item
  const out = outWords(item, terms, now)
  const tags = tagsOf(item)
  return (
    <li className="dish" data-out={out ? '' : undefined} data-picture={picture ? '' : undefined}>
      {picture && (
        <img className="dish-picture" src={picture} alt="" loading="lazy" decoding="async" {...DISH_PICTURE} />
      )}
      <div className="dish-words">
        <h3>{name}</h3>
        {description && <p className="soft dish-about">{description}</p>}
        {tags && <p className="soft dish-tags">{tags}</p>}
        {out && (
          <p className="state" data-kind="grave">
            {out}
          </p>
        )}
        {!out && portionsLeft !== null && portionsLeft <= FEW && (
          <p className="state" data-kind="asks">
            {portionsLeft === 1 ? 'The last one' : `Only ${portionsLeft} left`}
          </p>
        )}
        {inCart > 0 && (
          <p className="state" data-kind="asks">
            {inCart} in your order
          </p>
        )}
      </div>
      <div className="dish-add">
        <span className="dish-price">{formatMoney(price, terms.currency)}</span>
        {!out && (
          <button
            type="button"
            className="quiet-button"
            aria-label={`${options.length > 0 ? 'Choose' : 'Add'} ${name}`}
            aria-haspopup={options.length > 0 ? 'dialog' : undefined}
            onClick={onWant}
          >
            {options.length > 0 ? 'Choose' : 'Add'}
          </button>
        )}
        {!out && options.length === 0 && (
          <button
            type="button"
            className="link-button"
            aria-haspopup="dialog"
            aria-label={`With a wish: ${name}`}
            onClick={onWish}
          >
            With a wish
          </button>
        )}
      </div>
    </li>
  )
}

/** "Sold out until tomorrow at 12:00"; empty for what can be had. */
function outWords(item: Pick<Item, 'soldOutUntil' | 'portionsLeft'>, { timezone }: KitchenTerms, now: number): string {
  if (item.portionsLeft === 0) return 'Sold out'
  if (item.soldOutUntil === null || !isSoldOut(item, now)) return ''
  // Nobody waits for what comes back so late.
  if (item.soldOutUntil - now > 7 * DAY_MS) return 'Sold out'
  return `Sold out until ${formatLocalDayTime(item.soldOutUntil, timezone, now)}`
}

/** "Vegetarian. Contains gluten, milk". */
export function tagsOf({ diets, allergens }: Pick<Item, 'diets' | 'allergens'>): string {
  const [first = '', ...others] = diets
  const list = first && [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
  return [list, containsWords(allergens)].filter(Boolean).join('. ')
}

/** "Contains gluten, milk"; empty without any. */
export const containsWords = (allergens: readonly string[]): string =>
  allergens.length > 0 ? `Contains ${allergens.join(', ')}` : ''
