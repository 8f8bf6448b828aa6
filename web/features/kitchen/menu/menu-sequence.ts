import type { DropPlace, MenuRowKey } from './use-drag.ts'

/** The order of a menu: the ids of its categories and, for each category, the ids of its items. */
export type MenuSequence = { id: string; items: string[] }[]

interface CategoryLike<I extends { itemId: string }> {
  id: string
  items: I[]
}

export const toMenuSequence = (categories: readonly CategoryLike<{ itemId: string }>[]): MenuSequence =>
  categories.map(({ id, items }) => ({ id, items: items.map(({ itemId }) => itemId) }))

/** Moves a category up or down by one place. The first category cannot move up, and the last cannot move down. */
export function moveCategoryByOne(order: MenuSequence, id: string, by: 1 | -1): MenuSequence {
  const at = order.findIndex((category) => category.id === id)
  const to = at + by
  return at < 0 || to < 0 || to >= order.length ? order : placeCategory(order, id, to)
}

/** Moves a category to an index. The index refers to the list without the category. */
function placeCategory(order: MenuSequence, id: string, to: number): MenuSequence {
  const moved = order.find((category) => category.id === id)
  return moved ? order.filter((category) => category !== moved).toSpliced(to, 0, moved) : order
}

/** Moves an item up or down by one place. At the end of its category, the item moves into the neighbouring category. */
export function moveItemByOne(order: MenuSequence, itemId: string, by: 1 | -1): MenuSequence {
  const category = order.findIndex(({ items }) => items.includes(itemId))
  const items = order[category]?.items ?? []
  const to = items.indexOf(itemId) + by
  if (to >= 0 && to < items.length) return moveItemTo(order, itemId, order[category]?.id ?? '', to)
  const neighbour = order[category + by]
  return neighbour ? moveItemTo(order, itemId, neighbour.id, by > 0 ? 0 : neighbour.items.length) : order
}

/** Moves an item to an index in a category. The index refers to the list without the item. */
export const moveItemTo = (order: MenuSequence, itemId: string, categoryId: string, to: number): MenuSequence =>
  order.map(({ id, items }) => {
    const otherItems = items.filter((other) => other !== itemId)
    return { id, items: id === categoryId ? otherItems.toSpliced(to, 0, itemId) : otherItems }
  })

/** Moves a dragged item or category to the place where it was dropped. */
export function moveDroppedRow(
  order: MenuSequence,
  { kind, id }: MenuRowKey,
  { id: target, side }: DropPlace,
): MenuSequence {
  const after = side === 'after' ? 1 : 0
  if (kind === 'category') {
    const otherIds = order.map((category) => category.id).filter((other) => other !== id)
    return placeCategory(order, id, otherIds.indexOf(target) + after)
  }
  const category = order.find(({ id, items }) => (side === 'into' ? id === target : items.includes(target)))
  if (!category) return order
  const otherItems = category.items.filter((item) => item !== id)
  return moveItemTo(order, id, category.id, side === 'into' ? otherItems.length : otherItems.indexOf(target) + after)
}

/** Sorts the categories and items by an order. Categories and items that are missing from the order come last. */
export function sortByMenuSequence<I extends { itemId: string }, C extends CategoryLike<I>>(
  categories: readonly C[],
  order: MenuSequence,
): C[] {
  const items = new Map(categories.flatMap((category) => category.items).map((item) => [item.itemId, item]))
  const named = new Set(order.flatMap((category) => category.items))
  const rank = (id: string) => {
    const at = order.findIndex((category) => category.id === id)
    return at < 0 ? order.length : at
  }
  return categories
    .map((category) => {
      const own = order.find(({ id }) => id === category.id)?.items ?? []
      const newItems = category.items.filter(({ itemId }) => !named.has(itemId))
      return { ...category, items: [...own.flatMap((id) => items.get(id) ?? []), ...newItems] }
    })
    .sort((a, b) => rank(a.id) - rank(b.id))
}
