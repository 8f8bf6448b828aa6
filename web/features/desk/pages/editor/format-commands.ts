import { EditorSelection, type StateCommand, type TransactionSpec } from '@codemirror/state'
import type { KeyBinding } from '@codemirror/view'

/**
 * Creates a command that puts marks such as `**` around each selection, or removes them. Without a selection, the
 * cursor is then between the marks.
 */
export const createToggleDelimitersCommand =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const changes = state.changeByRange(({ from, to }) => {
      const around = [state.sliceDoc(from - mark.length, from), state.sliceDoc(to, to + mark.length)]
      if (around.every((text) => text === mark))
        return {
          changes: [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ],
          range: EditorSelection.range(from - mark.length, to - mark.length),
        }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + mark.length, to + mark.length),
      }
    })
    dispatch(state.update(changes, { userEvent: 'input.format', scrollIntoView: true }))
    return true
  }

/** The line prefixes that a command adds or removes. */
const starts = {
  heading: { pattern: /^#{1,6} /, write: () => '## ' },
  smallHeading: { pattern: /^#{1,6} /, write: () => '### ' },
  bullets: { pattern: /^\s*(?:[-*+]|\d+[.)]) /, write: () => '- ' },
  numbers: { pattern: /^\s*(?:[-*+]|\d+[.)]) /, write: (at: number) => `${at + 1}. ` },
  quotation: { pattern: /^> ?/, write: () => '> ' },
} as const

/**
 * Creates a command that adds a prefix to the selected lines, or removes the prefix when all of these lines have it.
 */
export const createToggleLinePrefixCommand =
  (kind: keyof typeof starts): StateCommand =>
  ({ state, dispatch }) => {
    const { pattern, write } = starts[kind]
    const { from, to } = state.selection.main
    const first = state.doc.lineAt(from).number
    const lines = Array.from({ length: state.doc.lineAt(to).number - first + 1 }, (_, at) => state.doc.line(first + at))
    const isOn = lines.every(({ text }, at) => text.startsWith(write(at)))
    const changes = lines.map(({ from, text }, at) => ({
      from,
      to: from + (pattern.exec(text)?.[0].length ?? 0),
      insert: isOn ? '' : write(at),
    }))
    dispatch(state.update({ changes, userEvent: 'input.format', scrollIntoView: true }))
    return true
  }

/**
 * Turns the selection into a link and selects the placeholder of its URL. A selected URL becomes the URL of the link.
 */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const changes = state.changeByRange(({ from, to }) => {
    const text = state.sliceDoc(from, to)
    if (/^(https?:\/\/|\/)\S*$/.test(text))
      return { changes: { from, to, insert: `[](${text})` }, range: EditorSelection.cursor(from + 1) }
    const address = from + text.length + 3
    return { changes: { from, to, insert: `[${text}](https://)` }, range: EditorSelection.range(address, address + 8) }
  })
  dispatch(state.update(changes, { userEvent: 'input.format', scrollIntoView: true }))
  return true
}

/**
 * Returns the change that replaces a range by a block, with an empty line before and after it.
 * @param text the Markdown, in which `‸` marks the position of the cursor
 */
export function buildBlockInsertion(doc: string, from: number, to: number, text: string): TransactionSpec {
  const before = doc.slice(0, from).replace(/[ \t]+$/, '')
  const after = doc.slice(to)
  const start = before.length
  const gapBefore = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const gapAfter = after.startsWith('\n\n') || after === '\n' ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  const insert = gapBefore + text + gapAfter
  const cursor = insert.indexOf('‸')
  return {
    changes: { from: start, to, insert: insert.replace('‸', '') },
    selection: { anchor: start + (cursor < 0 ? gapBefore.length + text.length : cursor) },
    scrollIntoView: true,
    userEvent: 'input.complete',
  }
}

/** Creates the binding of a key to a command. The key has no effect on a read-only text. */
const bindKey = (key: string, command: StateCommand): KeyBinding => ({
  key,
  run: (view) => !view.state.readOnly && command(view),
})

export const formattingKeyBindings: readonly KeyBinding[] = [
  { ...bindKey('Mod-b', createToggleDelimitersCommand('**')), preventDefault: true },
  { ...bindKey('Mod-i', createToggleDelimitersCommand('*')), preventDefault: true },
  { ...bindKey('Mod-e', createToggleDelimitersCommand('`')), preventDefault: true },
  { ...bindKey('Mod-k', insertLink), preventDefault: true },
  bindKey('Mod-Alt-2', createToggleLinePrefixCommand('heading')),
  bindKey('Mod-Alt-3', createToggleLinePrefixCommand('smallHeading')),
  bindKey('Mod-Shift-7', createToggleLinePrefixCommand('numbers')),
  bindKey('Mod-Shift-8', createToggleLinePrefixCommand('bullets')),
  bindKey('Mod-Shift-9', createToggleLinePrefixCommand('quotation')),
]
