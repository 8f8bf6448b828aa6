import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type InsertableBlock, searchInsertableBlocks } from '../blocks/blocks.ts'
import { buildBlockInsertion } from './format-commands.ts'

/** Shows the form of a block. @param write inserts the block's Markdown in place of the typed search */
export type BlockFormOpener = (block: InsertableBlock, write: (text: string) => void) => void

/** Inserts a block in place of a range of the text. A block with fields shows its form first. */
export function insertBlock(
  view: EditorView,
  block: InsertableBlock,
  from: number,
  to: number,
  showForm: BlockFormOpener,
): void {
  const write = (text: string) => {
    view.dispatch(buildBlockInsertion(view.state.doc.toString(), from, to, text))
    view.focus()
  }
  if (block.fields) showForm(block, write)
  else write(block.write({}))
}

/** Completes a `/` at the start of a line with the list of blocks that match the text after it. */
export function completeBlockName(
  { state, pos }: CompletionContext,
  showForm: BlockFormOpener,
): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const found = /^\s*\/([\p{L}\d ]{0,30})$/u.exec(line.text.slice(0, pos - line.from))
  if (!found) return null
  const options = searchInsertableBlocks(found[1] ?? '').map(
    (block): Completion => ({
      label: block.name,
      detail: block.about,
      apply: (view, _, from, to) => insertBlock(view, block, from, to, showForm),
    }),
  )
  return options.length > 0 ? { from: pos - found[0].trimStart().length, options, filter: false } : null
}

export const createSlashMenu = (showForm: BlockFormOpener): Extension =>
  autocompletion({ override: [(context) => completeBlockName(context, showForm)], icons: false, interactionDelay: 0 })
