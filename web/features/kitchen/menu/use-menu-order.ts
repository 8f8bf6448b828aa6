import { useRef, useState } from 'react'
import type { ManagedCategory } from '#contract/kitchen.ts'
import { reorderMenu } from '#contract/kitchen-menu.ts'
import { api } from '../../../api/call-api.ts'
import type { ActionRunner } from '../../../api/use-action.ts'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { arrangeCategories, type MenuOrder, toMenuOrder } from './menu-order.ts'

/** Changes the order of the menu. The new order is shown and saved at once, and a button restores the old one. */
export function useMenuOrder({ kitchen, change }: KitchenPageProps, saving: ActionRunner) {
  const [newOrder, setNewOrder] = useState<MenuOrder | null>(null)
  const latest = useRef<{ order: MenuOrder; message: string } | null>(null)
  const { categories, terms } = kitchen
  const shown: ManagedCategory[] = newOrder ? arrangeCategories(categories, newOrder) : categories

  const saveOrder = (order: MenuOrder) => api(reorderMenu, { params: { vId: terms.vId }, body: { categories: order } })

  /** @param message shown when the order is saved */
  async function arrange(order: MenuOrder, message: string) {
    const before = toMenuOrder(shown)
    if (JSON.stringify(order) === JSON.stringify(before)) return
    const isSending = latest.current !== null
    if (saving.busy && !isSending) return
    latest.current = { order, message }
    setNewOrder(order)
    // The loop below sends the latest order after the call under way.
    if (isSending) return
    await saving.perform({
      done: () => latest.current?.message ?? '',
      run: async () => {
        for (let sent = null; latest.current !== sent; ) {
          sent = latest.current
          if (sent) change(await saveOrder(sent.order))
        }
      },
      undo: { run: async () => change(await saveOrder(before)), done: 'The menu is in the order it had before.' },
    })
    latest.current = null
    setNewOrder(null)
  }
  return { categories: shown, order: toMenuOrder(shown), arrange }
}
