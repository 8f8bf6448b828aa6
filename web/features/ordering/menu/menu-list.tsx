import { useEffect, useRef, useState } from 'react'
import type { CartLine } from '#contract/cart-line.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import type { Category, Item, Kitchen } from '#contract/menu.ts'
import { useEarlyInputRef } from '../../../forms/use-early-input.ts'
import { useCurrentSection } from '../../../kit/use-current-section.ts'
import { Icon } from '../../../ui/icon.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { countPortions } from '../cart/order-store.ts'
import { Dish } from './dish.tsx'
import { emptyFilter, isEmptyFilter, MenuFilters, type MenuFilterValues, matchesFilter } from './menu-filters.tsx'

interface MenuListProps {
  kitchen: Kitchen
  lines: readonly CartLine[]
  now: number
  onAdd: (item: Item) => void
  /** Opens the dialog of a dish, in which the customer can enter dietary requirements. */
  onOpen: (itemId: string) => void
}

export function MenuList({ kitchen, lines, now, onAdd, onOpen }: MenuListProps) {
  const [filter, setFilter] = useState<MenuFilterValues>(emptyFilter)
  const setText = ({ value }: HTMLInputElement) => setFilter((filter) => ({ ...filter, text: value }))
  const search = useEarlyInputRef(setText)
  const { terms } = kitchen
  const categories = kitchen.categories
    .map((category) => ({ ...category, items: category.items.filter((item) => matchesFilter(item, filter)) }))
    .filter(({ items }) => items.length > 0)
  const dishCount = categories.reduce((sum, { items }) => sum + items.length, 0)
  const isFiltered = !isEmptyFilter(filter)

  if (kitchen.categories.every(({ items }) => items.length === 0))
    return <p className="empty order-empty">This kitchen has not written its menu yet. Come back later.</p>
  return (
    <>
      <CategoryTabs categories={categories} />
      <search className="row menu-search needs-scripts">
        <label className="menu-find">
          <span className="visually-hidden">Search the menu</span>
          <Icon name="search" />
          <input
            ref={search}
            type="search"
            placeholder="Search the menu"
            maxLength={100}
            value={filter.text}
            onChange={(event) => setText(event.target)}
          />
        </label>
        <MenuFilters items={kitchen.categories.flatMap(({ items }) => items)} filter={filter} onChange={setFilter} />
      </search>
      <div className="row menu-found">
        <p role="status">{isFiltered ? formatDishCount(dishCount) : ''}</p>
        {isFiltered && <TextButton onClick={() => setFilter(emptyFilter)}>Show all dishes</TextButton>}
      </div>
      {categories.map(({ id, name, items }) => (
        <section key={id} id={`category-${id}`} className="menu-section" aria-labelledby={`name-${id}`}>
          <h2 id={`name-${id}`}>{name}</h2>
          <ul className="dishes">
            {items.map((item) => (
              <Dish
                key={item.itemId}
                item={item}
                terms={terms}
                now={now}
                countInCart={countPortions(lines.filter(({ itemId }) => itemId === item.itemId))}
                onAdd={() => onAdd(item)}
                onOpen={() => onOpen(item.itemId)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const formatDishCount = (count: number): string =>
  count === 0 ? 'No dish matches. Try other words or fewer filters.' : formatCountWithNoun(count, 'dish', 'dishes')

/** The height up to which the tabs cover the top of the window, in pixels. */
const TABS_PX = 80

/** Links to the categories of the menu. The link of the category in view is marked and scrolled into view. */
function CategoryTabs({ categories }: { categories: Category[] }) {
  const current = useCurrentSection(
    categories.map(({ id }) => `category-${id}`),
    TABS_PX,
  )
  const tabs = useRef<HTMLElement>(null)
  const marked = current ?? `category-${categories[0]?.id}`

  useEffect(() => {
    const nav = tabs.current
    const tab = current && nav?.querySelector<HTMLElement>('[aria-current]')
    // Scrolls only the row of links, because scrollIntoView would also scroll the page.
    if (nav && tab) nav.scrollTo({ left: tab.offsetLeft - nav.offsetLeft - 48 })
  }, [current])

  return (
    <nav className="tabs category-tabs" aria-label="Categories" ref={tabs}>
      {categories.map(({ id, name }) => (
        <a key={id} href={`#category-${id}`} aria-current={marked === `category-${id}` ? 'location' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
