import type { Item } from '#contract/menu.ts'
import { type Allergen, allergens, type Diet, diets } from '#contract/menu-enums.ts'
import '../../../ui/ui.css'

export interface MenuFilter {
  text: string
  diets: readonly Diet[]
  /** The allergens that no shown dish contains. */
  without: readonly Allergen[]
}

export const emptyFilter: MenuFilter = { text: '', diets: [], without: [] }
export const isEmptyFilter = ({ text, diets, without }: MenuFilter): boolean =>
  text.trim() === '' && diets.length === 0 && without.length === 0

/** Returns whether a dish matches. The choices of a dish do not count. */
export function matchesFilter(item: Item, { text, diets, without }: MenuFilter): boolean {
  const itemText = `${item.name} ${item.description}`.toLowerCase()
  return (
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => itemText.includes(word)) &&
    diets.every((diet) => hasDiet(item, diet)) &&
    !without.some((allergen) => item.allergens.includes(allergen))
  )
}

/** Vegan dishes are vegetarian, too. */
const hasDiet = (item: Item, diet: Diet): boolean =>
  item.diets.includes(diet) || (diet === 'vegetarian' && item.diets.includes('vegan'))

interface MenuFiltersProps {
  items: readonly Item[]
  filter: MenuFilter
  onChange: (filter: MenuFilter) => void
}

/** The diets and allergens of the dishes on this menu. */
export function MenuFilters({ items, filter, onChange }: MenuFiltersProps) {
  const offered = diets.filter((diet) => items.some((item) => hasDiet(item, diet)))
  const contained = allergens.filter((allergen) => items.some((item) => item.allergens.includes(allergen)))
  if (offered.length === 0 && contained.length === 0) return null
  const chosenCount = filter.diets.length + filter.without.length
  return (
    <details className="menu-filters">
      <summary className="quiet-button">Diets and allergens{chosenCount > 0 && ` (${chosenCount})`}</summary>
      {offered.length > 0 && (
        <Choices
          legend="Only"
          names={offered}
          chosen={filter.diets}
          onChange={(diets) => onChange({ ...filter, diets })}
        />
      )}
      {contained.length > 0 && (
        <Choices
          legend="Without"
          names={contained}
          chosen={filter.without}
          onChange={(without) => onChange({ ...filter, without })}
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
