import { useState } from 'react'
import { addCategory, removeCategory, renameCategory } from '#contract/kitchen-menu.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { Link } from '../../../kit/link.tsx'
import { Outcome } from '../../../ui/note/outcome.tsx'
import { SoldOutDialog } from '../board/sold-out-dialog.tsx'
import { useClock } from '../board/use-clock.ts'
import { useDraftNames } from '../editing/drafts.ts'
import { mayEdit } from '../editing/staff-access.tsx'
import { useFocusNext } from '../editing/use-focus-next.ts'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { CategoryName } from './category-name.tsx'
import { CategorySection } from './category-section.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { type MenuOrder, moveCategory, moveItem, placeCategory, placeItem } from './menu-order.ts'
import type { MenuTools, Opened } from './menu-tools.ts'
import { type Dragged, type Drop, useDrag } from './use-drag.ts'
import { useMenuOrder } from './use-menu-order.ts'

/** The menu of a kitchen in the order that customers see, with the buttons that change it. */
export function MenuEditor(at: KitchenPageProps) {
  const { kitchen, change } = at
  const { vId, slug, currency, timezone } = kitchen.terms
  const saving = useAction()
  const { shown, order, arrange } = useMenuOrder(at, saving)
  const [opened, open] = useState<Opened | null>(null)
  const [soldOut, setSoldOut] = useState<string | null>(null)
  const now = useClock(0)
  const focusNext = useFocusNext()
  const drafts = useDraftNames()
  const drag = useDrag(dropped)

  const nameOf = (id: string) =>
    shown.find((category) => category.id === id)?.name ??
    shown.flatMap(({ items }) => items).find(({ itemId }) => itemId === id)?.name ??
    ''
  const arrangeItem = (next: MenuOrder, itemId: string) => {
    const category = next.find(({ items }) => items.includes(itemId))
    const place = (category?.items.indexOf(itemId) ?? 0) + 1
    const where = `number ${place} of ${category?.items.length} in ${nameOf(category?.id ?? '')}`
    arrange(next, `“${nameOf(itemId)}” is ${where} now.`)
  }
  const arrangeCategory = (next: MenuOrder, id: string) => {
    const place = next.findIndex((category) => category.id === id) + 1
    arrange(next, `“${nameOf(id)}” is category ${place} of ${next.length} now.`)
  }

  function dropped({ kind, id }: Dragged, { id: beside, side }: Drop) {
    const after = side === 'after' ? 1 : 0
    if (kind === 'category') {
      const others = order.filter((category) => category.id !== id)
      return arrangeCategory(
        placeCategory(order, id, others.findIndex((category) => category.id === beside) + after),
        id,
      )
    }
    const category = order.find(({ id, items }) => (side === 'into' ? id === beside : items.includes(beside)))
    if (!category) return
    const others = category.items.filter((item) => item !== id)
    arrangeItem(placeItem(order, id, category.id, side === 'into' ? others.length : others.indexOf(beside) + after), id)
  }

  const tools: MenuTools = {
    currency,
    timezone,
    now,
    editable: mayEdit(kitchen),
    drafts,
    drag,
    open,
    soldOut: setSoldOut,
    moveItem: (itemId, by, control) => {
      focusNext(`item-${itemId}-${control}`)
      arrangeItem(moveItem(order, itemId, by), itemId)
    },
    moveCategory: (id, by, control) => {
      focusNext(`category-${id}-${control}`)
      arrangeCategory(moveCategory(order, id, by), id)
    },
  }
  const close = () => {
    if (opened) focusNext(opened.itemId ? `item-${opened.itemId}-change` : `category-${opened.categoryId}-add`)
    open(null)
  }

  return (
    <div className="stack menu-editor">
      <p className="work-lead">
        {shown.length === 0
          ? 'The menu is empty. Begin with a category, such as Pizzas or Drinks.'
          : 'Customers see it in this order. '}
        {shown.length > 0 && <Link to={`/order/${slug}`}>See it as they do</Link>}
      </p>
      {shown.map((category, place) => (
        <CategorySection
          key={category.id}
          category={category}
          first={place === 0}
          last={place === shown.length - 1}
          busy={saving.busy}
          tools={tools}
          onRename={async (name) => {
            change(await api(renameCategory, { params: { vId, id: category.id }, body: { name } }))
            await saving.perform({ done: `The category is called “${name}” now.`, run: async () => {} })
          }}
          onRemove={() =>
            saving.perform({
              done: `“${category.name}” is removed.`,
              run: async () => change(await api(removeCategory, { params: { vId, id: category.id } })),
            })
          }
        />
      ))}
      {tools.editable && (
        <div className="card">
          <CategoryName
            onSave={async (name) => {
              change(await api(addCategory, { params: { vId }, body: { name } }))
              await saving.perform({ done: `“${name}” is added. Add its first dish.`, run: async () => {} })
            }}
          />
        </div>
      )}
      <Outcome {...saving} />
      {opened && (
        <ItemDialog
          key={opened.itemId ?? opened.categoryId}
          {...at}
          {...opened}
          onClose={close}
          onDone={(message) => {
            close()
            saving.perform({ done: message, run: async () => {} })
          }}
        />
      )}
      {soldOut !== null && (
        <SoldOutDialog
          kitchen={kitchen}
          now={now}
          search={soldOut}
          onChange={change}
          onClose={() => setSoldOut(null)}
        />
      )}
    </div>
  )
}
