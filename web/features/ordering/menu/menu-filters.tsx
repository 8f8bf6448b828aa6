import type { Item } from '#contract/menu.ts'
import { type Allergen, allergens, type Diet, diets } from '#contract/menu-enums.ts'
import '../../../ui/ui.css'

/** What the dishes that are shown must be like. */
export interface Wishes {
  words: string
  diets: readonly Diet[]
  /** What must not be in them. */
  without: readonly Allergen[]
}

export const everything: Wishes = { words: '', diets: [], without: [] }
export const isAnything = ({ words, diets, without }: Wishes): boolean =>
  words.trim() === '' && diets.length === 0 && without.length === 0

/** Whether a dish is as wished; a dish that is only made so by its choices counts without them. */
export function passes(item: Item, { words, diets, without }: Wishes): boolean {
  const text = `${item.name} ${item.description}`.toLowerCase()
  return (
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    diets.every((diet) => fits(item, diet)) &&
    !without.some((allergen) => item.allergens.includes(allergen))
  )
}

/** What is vegan is vegetarian, whether its kitchen says so or not. */
const fits = (item: Item, diet: Diet): boolean =>
  item.diets.includes(diet) || (diet === 'vegetarian' && item.diets.includes('vegan'))

interface MenuFiltersProps {
  items: readonly Item[]
  wishes: Wishes
  onChange: (wishes: Wishes) => void
}

/** Diets and allergens to choose by: those that this menu knows. */
export function MenuFilters({ items, wishes, onChange }: MenuFiltersProps) {
  const known = diets.filter((diet) => items.some((item) => fits(item, diet)))
  const contained = allergens.filter((allergen) => items.some((item) => item.allergens.includes(allergen)))
  if (known.length === 0 && contained.length === 0) return null
  const chosen = wishes.diets.length + wishes.without.length
  return (
    <details className="menu-filters">
      <summary className="quiet-button">Diets and allergens{chosen > 0 && ` (${chosen})`}</summary>
      {known.length > 0 && (
        <Choices
          legend="Only"
          names={known}
          chosen={wishes.diets}
          onChange={(diets) => onChange({ ...wishes, diets })}
        />
      )}
      {contained.length > 0 && (
        <Choices
          legend="Without"
          names={contained}
          chosen={wishes.without}
          onChange={(without) => onChange({ ...wishes, without })}
        />
      )}
    </details>
  )
}

interface ChoicesProps<T extends string> {
  legend: string
  names: readonly T[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

function Choices<T extends string>({ legend, names, chosen, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className="chips">
      <legend>{legend}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
