import { useState } from 'react'
import type { CartLine } from '#contract/cart-line.ts'
import type { Item, Kitchen } from '#contract/menu.ts'
import { Icon } from '../../../ui/icon.tsx'
import { countOf } from '../cart/order-store.ts'
import { CategoryTabs } from './category-tabs.tsx'
import { Dish } from './dish.tsx'
import { everything, isAnything, MenuFilters, passes, type Wishes } from './menu-filters.tsx'

interface MenuListProps {
  kitchen: Kitchen
  /** What of it is in the cart. */
  lines: readonly CartLine[]
  now: number
  onWant: (item: Item) => void
  /** Wants one with something to say to the kitchen. */
  onWish: (itemId: string) => void
}

/** The dishes by category, and what finds the right ones among them. */
export function MenuList({ kitchen, lines, now, onWant, onWish }: MenuListProps) {
  const [wishes, setWishes] = useState<Wishes>(everything)
  const { terms } = kitchen
  const categories = kitchen.categories
    .map((category) => ({ ...category, items: category.items.filter((item) => passes(item, wishes)) }))
    .filter(({ items }) => items.length > 0)
  const found = categories.reduce((sum, { items }) => sum + items.length, 0)
  const filtered = !isAnything(wishes)

  if (kitchen.categories.every(({ items }) => items.length === 0))
    return <p className="empty order-empty">This kitchen has not written its menu yet. Come back later.</p>
  return (
    <>
      <CategoryTabs categories={categories} />
      <search className="menu-search">
        <label className="menu-find">
          <span className="visually-hidden">Search the menu</span>
          <Icon name="search" />
          <input
            type="search"
            placeholder="Search the menu"
            maxLength={100}
            value={wishes.words}
            onChange={(event) => setWishes({ ...wishes, words: event.target.value })}
          />
        </label>
        <MenuFilters items={kitchen.categories.flatMap(({ items }) => items)} wishes={wishes} onChange={setWishes} />
      </search>
      <div className="row menu-found">
        <p role="status">{filtered ? foundWords(found) : ''}</p>
        {filtered && (
          <button type="button" className="link-button" onClick={() => setWishes(everything)}>
            Show all dishes
          </button>
        )}
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
                inCart={countOf(lines.filter(({ itemId }) => itemId === item.itemId))}
                onWant={() => onWant(item)}
                onWish={() => onWish(item.itemId)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function foundWords(found: number): string {
  if (found === 0) return 'No dish is like that. Try other words or fewer filters.'
  return found === 1 ? '1 dish' : `${found} dishes`
}
