import { useRef, useState } from 'react'
import type { ManagedCategory } from '#contract/kitchen.ts'
import { addCategory, removeCategory, renameCategory, reorderMenu } from '#contract/kitchen-menu.ts'
import { callForJson, createIdempotencyKey } from '../../../api/call-api.ts'
import { type UseActionReturn, useAction } from '../../../api/use-action.ts'
import { Link } from '../../../kit/link.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { SoldOutDialog } from '../board/sold-out-dialog.tsx'
import { useServerTime } from '../board/use-server-time.ts'
import { useUnsavedFormNames } from '../editing/drafts.ts'
import { useFocusAfterRender } from '../editing/use-focus-after-render.ts'
import { type KitchenPageProps, mayEditKitchen } from '../kitchen-frame.tsx'
import { CategoryNameForm, CategorySection } from './category-section.tsx'
import { ItemDialog } from './item-dialog.tsx'
import {
  type MenuSequence,
  moveCategoryByOne,
  moveDroppedRow,
  moveItemByOne,
  sortByMenuSequence,
  toMenuSequence,
} from './menu-sequence.ts'
import type { MenuEditorTools, OpenedItem } from './menu-tools.ts'
import { type MenuRowKey, useDrag } from './use-drag.ts'

export function MenuEditor(page: KitchenPageProps) {
  const { kitchen, change } = page
  const { vId, slug, currency, timezone } = kitchen.terms
  const saving = useAction()
  const { categories, order, arrange } = useMenuSequence(page, saving)
  const [openedItem, setOpenedItem] = useState<OpenedItem | null>(null)
  const [soldOutSearch, setSoldOutSearch] = useState<string | null>(null)
  const now = useServerTime(kitchen.ahead)
  const focusNext = useFocusAfterRender()
  const drafts = useUnsavedFormNames()
  const newCategory = useRef({ id: createIdempotencyKey(), name: '' })
  const drag = useDrag((dragged, drop) => place(dragged, moveDroppedRow(order, dragged, drop)))

  const findName = (id: string) =>
    categories.find((category) => category.id === id)?.name ??
    categories.flatMap(({ items }) => items).find(({ itemId }) => itemId === id)?.name ??
    ''
  const describePlace = (next: MenuSequence, { kind, id }: MenuRowKey) => {
    if (kind === 'category') return `category ${next.findIndex((category) => category.id === id) + 1} of ${next.length}`
    const category = next.find(({ items }) => items.includes(id))
    const place = (category?.items.indexOf(id) ?? 0) + 1
    return `number ${place} of ${category?.items.length} in ${findName(category?.id ?? '')}`
  }
  const place = (moved: MenuRowKey, next: MenuSequence) =>
    arrange(next, `“${findName(moved.id)}” is ${describePlace(next, moved)} now.`)

  const tools: MenuEditorTools = {
    currency,
    timezone,
    now,
    editable: mayEditKitchen(kitchen),
    drafts,
    drag,
    openItem: setOpenedItem,
    openSoldOut: setSoldOutSearch,
    move: (moved, by, control) => {
      focusNext(`${moved.kind}-${moved.id}-${control}`)
      place(moved, (moved.kind === 'item' ? moveItemByOne : moveCategoryByOne)(order, moved.id, by))
    },
  }
  const lastOpened = useRef(openedItem)
  lastOpened.current = openedItem
  const close = () => {
    // A slow save may end when its dialog is closed and the dialog of another dish is open.
    if (!openedItem || openedItem !== lastOpened.current) return
    focusNext(openedItem.itemId ? `item-${openedItem.itemId}-change` : `category-${openedItem.categoryId}-add`)
    setOpenedItem(null)
  }

  return (
    <div className="stack menu-editor">
      <p className="work-lead">
        {categories.length === 0
          ? 'The menu is empty. Begin with a category, such as Pizzas or Drinks.'
          : 'Customers see it in this order. '}
        {categories.length > 0 && kitchen.status === 'active' && <Link to={`/order/${slug}`}>See it as they do</Link>}
      </p>
      {categories.map((category, index) => (
        <CategorySection
          key={category.id}
          category={category}
          first={index === 0}
          last={index === categories.length - 1}
          busy={saving.busy}
          tools={tools}
          onRename={async (name) => {
            change(await callForJson(renameCategory, { params: { vId, id: category.id }, body: { name } }))
            saving.setMessage(`The category is called “${name}” now.`)
          }}
          onRemove={() =>
            saving.perform({
              done: `“${category.name}” is removed.`,
              run: async () => change(await callForJson(removeCategory, { params: { vId, id: category.id } })),
            })
          }
        />
      ))}
      {tools.editable && (
        <div className="card">
          <CategoryNameForm
            onSave={async (name) => {
              // When the reply was lost, the next call has the same id, and adds no second category. If the menu
              // has the first category and the name was changed, the next call adds another category.
              const { id, name: sentName } = newCategory.current
              if (name !== sentName && categories.some((category) => category.id === id))
                newCategory.current.id = createIdempotencyKey()
              newCategory.current.name = name
              change(await callForJson(addCategory, { params: { vId }, body: { id: newCategory.current.id, name } }))
              newCategory.current.id = createIdempotencyKey()
              saving.setMessage(`“${name}” is added. Add its first dish.`)
            }}
          />
        </div>
      )}
      <ActionOutcome {...saving} />
      {openedItem && (
        <ItemDialog
          key={openedItem.itemId ?? openedItem.categoryId}
          {...page}
          {...openedItem}
          onClose={close}
          onDone={(message) => {
            close()
            saving.setMessage(message)
          }}
        />
      )}
      {soldOutSearch !== null && (
        <SoldOutDialog
          kitchen={kitchen}
          now={now}
          search={soldOutSearch}
          onChange={change}
          onClose={() => setSoldOutSearch(null)}
        />
      )}
    </div>
  )
}

/** Changes the order of the menu. The new order is shown and saved at once. A button restores the previous order. */
function useMenuSequence({ kitchen, change }: KitchenPageProps, saving: UseActionReturn) {
  const [newOrder, setNewOrder] = useState<MenuSequence | null>(null)
  const lastArranged = useRef<{ order: MenuSequence; message: string } | null>(null)
  const { categories, terms } = kitchen
  const arrangedCategories: ManagedCategory[] = newOrder ? sortByMenuSequence(categories, newOrder) : categories

  const saveOrder = (order: MenuSequence) =>
    callForJson(reorderMenu, { params: { vId: terms.vId }, body: { categories: order } })

  /** Shows the menu in a new order, and saves the order. @param message shown when the order is saved */
  async function arrange(order: MenuSequence, message: string) {
    const before = toMenuSequence(arrangedCategories)
    if (JSON.stringify(order) === JSON.stringify(before)) return
    const isSending = lastArranged.current !== null
    if (saving.busy && !isSending) return
    lastArranged.current = { order, message }
    setNewOrder(order)
    // An earlier call of `arrange` is still running the loop below. The loop sends the latest order after its current
    // call.
    if (isSending) return
    await saving.perform({
      done: () => lastArranged.current?.message ?? '',
      run: async () => {
        for (let sent = null; lastArranged.current !== sent; ) {
          sent = lastArranged.current
          if (sent) change(await saveOrder(sent.order))
        }
      },
      undo: { run: async () => change(await saveOrder(before)), done: 'The menu is in the order it had before.' },
    })
    lastArranged.current = null
    setNewOrder(null)
  }
  return { categories: arrangedCategories, order: toMenuSequence(arrangedCategories), arrange }
}
