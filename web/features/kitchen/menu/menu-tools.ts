import type { useDrag } from './use-drag.ts'

/** A dish whose form is open; without an id a new one. */
export interface Opened {
  itemId: string | null
  categoryId: string
}

/** What the rows of a menu need of the whole. */
export interface MenuTools {
  currency: string
  timezone: string
  now: number
  /** Whether the reader may change the menu. */
  editable: boolean
  drafts: ReadonlySet<string>
  drag: ReturnType<typeof useDrag>
  open: (opened: Opened) => void
  /** @param name whose sale is stopped or goes on */
  soldOut: (name: string) => void
  /** @param control what keeps the focus */
  moveItem: (itemId: string, by: 1 | -1, control: string) => void
  moveCategory: (id: string, by: 1 | -1, control: string) => void
}
