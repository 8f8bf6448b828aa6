import { CompletionContext } from '@codemirror/autocomplete'
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, test, vi } from 'vitest'
import {
  buildBlockInsertion,
  createToggleDelimitersCommand,
  createToggleLinePrefixCommand,
  formattingKeyBindings,
  insertLink,
} from './format-commands.ts'
import { findFrontMatterFoldRange, markdownExtension } from './markdown-language.ts'
import { completeBlockName } from './slash-menu.ts'

/** Reads a text in which `⟨` and `⟩` enclose the selection. Without these marks, the cursor is at the end. */
function stateOf(marked: string): EditorState {
  const at = marked.indexOf('⟨')
  const end = marked.indexOf('⟩')
  const doc = marked.replace(/[⟨⟩]/g, '')
  const selection = at < 0 ? EditorSelection.cursor(doc.length) : EditorSelection.range(at, end - 1)
  return EditorState.create({ doc, selection, extensions: markdownExtension })
}
function run(marked: string, command: StateCommand): string {
  let state = stateOf(marked)
  command({
    state,
    dispatch: (transaction) => {
      state = transaction.state
    },
  })
  const { from, to } = state.selection.main
  return `${state.sliceDoc(0, from)}⟨${state.sliceDoc(from, to)}⟩${state.sliceDoc(to)}`
}

test('a format command adds marks around a selection, and removes them when they are there', () => {
  expect(run('a ⟨word⟩', createToggleDelimitersCommand('**'))).toBe('a **⟨word⟩**')
  expect(run('a **⟨word⟩**', createToggleDelimitersCommand('**'))).toBe('a ⟨word⟩')
  expect(run('a ', createToggleDelimitersCommand('*'))).toBe('a *⟨⟩*')
})

test('a format command adds, replaces and removes the prefixes of lines', () => {
  expect(run('⟨one\ntwo⟩', createToggleLinePrefixCommand('numbers'))).toBe('1. ⟨one\n2. two⟩')
  expect(run('⟨1. one\n2. two⟩', createToggleLinePrefixCommand('bullets'))).toContain('- one\n- two')
  expect(run('- one⟨⟩', createToggleLinePrefixCommand('bullets'))).toBe('one⟨⟩')
  expect(run('### one⟨⟩', createToggleLinePrefixCommand('heading'))).toBe('## one⟨⟩')
})

test('the shortcuts for formats change nothing in a read-only text', () => {
  for (const isReadOnly of [false, true])
    for (const { key = '', run } of formattingKeyBindings) {
      const state = EditorState.create({ doc: 'word', extensions: EditorState.readOnly.of(isReadOnly) })
      const dispatch = vi.fn()
      run?.({ state, dispatch } as unknown as EditorView)
      expect([key, dispatch.mock.calls.length]).toEqual([key, isReadOnly ? 0 : 1])
    }
})

test('a selection becomes the text of a new link, and a selected URL becomes the URL of the link', () => {
  expect(run('see ⟨this⟩', insertLink)).toBe('see [this](⟨https://⟩)')
  expect(run('⟨https://example.org⟩', insertLink)).toBe('[⟨⟩](https://example.org)')
})

test('an inserted block has an empty line before and after it, and the cursor is at the position that the block marks', () => {
  const write = (doc: string, from: number, to: number, text: string) => {
    const { state } = EditorState.create({ doc }).update(buildBlockInsertion(doc, from, to, text))
    return [state.doc.toString(), state.selection.main.head]
  }
  expect(write('one\n/ta\ntwo', 4, 7, '| ‸ |')).toEqual(['one\n\n|  |\n\ntwo', 7])
  expect(write('/', 0, 1, '## ‸')).toEqual(['## \n\n', 3])
  expect(write('one\n\n/x\n\ntwo', 5, 7, '<A />')).toEqual(['one\n\n<A />\n\ntwo', 10])
})

test('the menu of blocks opens only after a slash at the start of a line', () => {
  const list = (doc: string) =>
    completeBlockName(new CompletionContext(EditorState.create({ doc }), doc.length, false), () => {})
  expect(list('one\n/tab')).toMatchObject({ from: 4, options: [{ label: 'Table' }] })
  expect(list('/')?.options.length).toBeGreaterThan(10)
  expect(list('see /tab')).toBeNull()
  expect(list('/my-page')).toBeNull()
})

test('the folded front matter keeps only its first line visible', () => {
  expect(findFrontMatterFoldRange(stateOf('---\ntitle: A\n---\n\nWords.'))).toEqual({ from: 3, to: 16 })
  expect(findFrontMatterFoldRange(stateOf('Words.'))).toBeNull()
})
