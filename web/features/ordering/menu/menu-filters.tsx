import type { Dispatch, SetStateAction } from 'react'
import type { Item } from '#contract/menu.ts'
import { type Allergen, allergens, type Diet, diets } from '#contract/menu-enums.ts'
import { useEarlyInputRef } from '../../../forms/use-early-input.ts'
import '../../../ui/ui.css'

export interface MenuFilterValues {
  text: string
  diets: readonly Diet[]
  /** The allergens to avoid. Dishes that contain one of them are not shown. */
  without: readonly Allergen[]
}

export const emptyFilter: MenuFilterValues = { text: '', diets: [], without: [] }
export const isEmptyFilter = ({ text, diets, without }: MenuFilterValues): boolean =>
  text.trim() === '' && diets.length === 0 && without.length === 0

/** Returns whether a dish matches the filter. */
export function matchesFilter(item: Item, { text, diets, without }: MenuFilterValues): boolean {
  const itemText = `${item.name} ${item.description}`.toLowerCase()
  return (
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => itemText.includes(word)) &&
    diets.every((diet) => hasDiet(item, diet)) &&
    canAvoid(item, without)
  )
}

/**
 * Returns whether a dish can be ordered without these allergens: neither the dish nor the choices that must be taken
 * contain them.
 */
function canAvoid(item: Item, avoided: readonly Allergen[]): boolean {
  const isFree = ({ allergens }: Pick<Item, 'allergens'>) => !allergens.some((allergen) => avoided.includes(allergen))
  return isFree(item) && item.options.every(({ min, choices }) => choices.filter(isFree).length >= min)
}

/** Returns whether a dish fits a diet. Vegan dishes are also vegetarian. */
const hasDiet = (item: Item, diet: Diet): boolean =>
  item.diets.includes(diet) || (diet === 'vegetarian' && item.diets.includes('vegan'))

interface MenuFiltersProps {
  items: readonly Item[]
  filter: MenuFilterValues
  onChange: Dispatch<SetStateAction<MenuFilterValues>>
}

export function MenuFilters({ items, filter, onChange }: MenuFiltersProps) {
  const groups = [
    { legend: 'Only', field: 'diets', names: diets.filter((diet) => items.some((item) => hasDiet(item, diet))) },
    {
      legend: 'Without',
      field: 'without',
      names: allergens.filter((allergen) => items.some((item) => !canAvoid(item, [allergen]))),
    },
  ] as const
  if (groups.every(({ names }) => names.length === 0)) return null
  const chosenCount = filter.diets.length + filter.without.length
  const toggle = (field: 'diets' | 'without', name: string, isChosen: boolean) =>
    onChange((filter) => ({
      ...filter,
      [field]: isChosen ? [...filter[field], name] : filter[field].filter((other) => other !== name),
    }))
  return (
    <details className="menu-filters">
      <summary className="quiet-button">Diets and allergens{chosenCount > 0 && ` (${chosenCount})`}</summary>
      {groups.map(
        ({ legend, field, names }) =>
          names.length > 0 && (
            <fieldset key={field} className="chips">
              <legend>{legend}</legend>
              {names.map((name) => (
                <FilterChip
                  key={name}
                  name={name}
                  checked={filter[field].some((chosen) => chosen === name)}
                  onToggle={({ checked }) => toggle(field, name, checked)}
                />
              ))}
            </fieldset>
          ),
      )}
    </details>
  )
}

interface FilterChipProps {
  name: string
  checked: boolean
  onToggle: (field: HTMLInputElement) => void
}

function FilterChip({ name, checked, onToggle }: FilterChipProps) {
  const field = useEarlyInputRef(onToggle)
  return (
    <label>
      <input ref={field} type="checkbox" checked={checked} onChange={(event) => onToggle(event.target)} />
      <span>{name}</span>
    </label>
  )
}
