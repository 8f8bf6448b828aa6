/** The order of a menu: its categories, and the items in each, by their ids. */
export type MenuOrder = { id: string; items: string[] }[]

interface CategoryLike<I extends { itemId: string }> {
  id: string
  items: I[]
}

export const orderOf = (categories: readonly CategoryLike<{ itemId: string }>[]): MenuOrder =>
  categories.map(({ id, items }) => ({ id, items: items.map(({ itemId }) => itemId) }))

/** Puts a category so many places on; beyond the ends it stays. */
export function moveCategory(order: MenuOrder, id: string, by: 1 | -1): MenuOrder {
  const at = order.findIndex((category) => category.id === id)
  const to = at + by
  return at < 0 || to < 0 || to >= order.length ? order : placeCategory(order, id, to)
}

/** Puts a category at a place, counted without it. */
export function placeCategory(order: MenuOrder, id: string, to: number): MenuOrder {
  const moved = order.find((category) => category.id === id)
  return moved ? order.filter((category) => category !== moved).toSpliced(to, 0, moved) : order
}

/** Puts an item so many places on; from the end of its category it goes into the next one, from its beginning into the one before. */
export function moveItem(order: MenuOrder, itemId: string, by: 1 | -1): MenuOrder {
  const category = order.findIndex(({ items }) => items.includes(itemId))
  const items = order[category]?.items ?? []
  const to = items.indexOf(itemId) + by
  if (to >= 0 && to < items.length) return placeItem(order, itemId, order[category]?.id ?? '', to)
  const neighbour = order[category + by]
  return neighbour ? placeItem(order, itemId, neighbour.id, by > 0 ? 0 : neighbour.items.length) : order
}

/** Puts an item into a category at a place, counted without it. */
export const placeItem = (order: MenuOrder, itemId: string, categoryId: string, to: number): MenuOrder =>
  order.map(({ id, items }) => {
    const others = items.filter((other) => other !== itemId)
    return { id, items: id === categoryId ? others.toSpliced(to, 0, itemId) : others }
  })

/** The categories in an order; what it does not name comes after, as it was. */
export function arranged<I extends { itemId: string }, C extends CategoryLike<I>>(
  categories: readonly C[],
  order: MenuOrder,
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
      const rest = category.items.filter(({ itemId }) => !named.has(itemId))
      return { ...category, items: [...own.flatMap((id) => items.get(id) ?? []), ...rest] }
    })
    .sort((a, b) => rank(a.id) - rank(b.id))
}
