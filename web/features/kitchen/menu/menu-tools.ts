import type { MoveControlName } from './move-buttons.tsx'
import type { MenuRowKey, useDrag } from './use-drag.ts'

/** The dish whose form is open; a new dish has no id. */
export interface OpenedItem {
  itemId: string | null
  categoryId: string
}

/** The state and functions of the menu editor that its rows use. */
export interface MenuEditorTools {
  currency: string
  timezone: string
  now: number
  /** Whether the member may change the menu. */
  editable: boolean
  drafts: ReadonlySet<string>
  drag: ReturnType<typeof useDrag>
  openItem: (opened: OpenedItem) => void
  /** Opens the sold-out dialog. @param name the initial search text */
  openSoldOut: (name: string) => void
  /** Moves an item or category by one place. @param control the pressed button or handle, which keeps the focus */
  move: (moved: MenuRowKey, by: 1 | -1, control: MoveControlName) => void
}
