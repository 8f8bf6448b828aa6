import { useRef, useState } from 'react'
import type { ManagedCategory } from '#contract/kitchen.ts'
import { reorderMenu } from '#contract/kitchen-menu.ts'
import { api } from '../../../api/call-api.ts'
import type { ActionRunner } from '../../../api/use-action.ts'
import type { AtKitchen } from '../kitchen-frame.tsx'
import { arranged, type MenuOrder, orderOf } from './menu-order.ts'

/** Puts the menu into an order: shown at once, saved at once, and taken back by a button. */
export function useMenuOrder({ kitchen, change }: AtKitchen, saving: ActionRunner) {
  const [wanted, setWanted] = useState<MenuOrder | null>(null)
  const latest = useRef<{ order: MenuOrder; words: string } | null>(null)
  const { categories, terms } = kitchen
  const shown: ManagedCategory[] = wanted ? arranged(categories, wanted) : categories

  const put = (order: MenuOrder) => api(reorderMenu, { params: { vId: terms.vId }, body: { categories: order } })

  /** @param words what to say when it is saved */
  async function arrange(order: MenuOrder, words: string) {
    const before = orderOf(shown)
    if (JSON.stringify(order) === JSON.stringify(before)) return
    const isSending = latest.current !== null
    if (saving.busy && !isSending) return
    latest.current = { order, words }
    setWanted(order)
    // What is sent already takes this along when it is back.
    if (isSending) return
    await saving.perform({
      done: () => latest.current?.words ?? '',
      run: async () => {
        for (let sent = null; latest.current !== sent; ) {
          sent = latest.current
          if (sent) change(await put(sent.order))
        }
      },
      undo: { run: async () => change(await put(before)), done: 'The menu is in the order it had before.' },
    })
    latest.current = null
    setWanted(null)
  }
  return { shown, order: orderOf(shown), arrange }
}
