import { EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { readTransferredFiles, type StoredFile, uploadAndInsertFiles } from './add-files.ts'

/** A minimal editor view with a state and no DOM. The cursor is at the end. */
function createView(doc: string) {
  const view = {
    state: EditorState.create({ doc, selection: { anchor: doc.length } }),
    dispatch: (change: TransactionSpec) => {
      view.state = view.state.update(change).state
    },
    focus: () => {},
  }
  return {
    view: view as unknown as EditorView,
    text: () => view.state.doc.toString(),
    cursor: () => view.state.selection.main.head,
  }
}
const fileOf = (name: string) => new File(['x'], name, { type: 'image/png' })
const shown = (name: string): StoredFile => ({ address: `./uploads/${name}`, isShown: true })

test('each added picture is on its own line, and the cursor is where the description of the first picture belongs', async () => {
  const { view, text, cursor } = createView('Words.')
  await uploadAndInsertFiles(view, [fileOf('a.png'), fileOf('b.png')], async ({ name }) => shown(name))
  expect(text()).toMatch(/^Words\.\n\n!\[\]\(\.\/uploads\/a\.png\)\n\n!\[\]\(\.\/uploads\/b\.png\)\s*$/)
  expect(text().slice(0, cursor())).toBe('Words.\n\n![')
})

test('when the cursor is in the description of a picture, an added file is inserted below the picture', async () => {
  const { view, text } = createView('Words.')
  for (const name of ['a.png', 'b.png']) await uploadAndInsertFiles(view, [fileOf(name)], async () => shown(name))
  const refused = uploadAndInsertFiles(view, [fileOf('c.exe')], () => Promise.reject(new Error('unsupported')))
  await expect(refused).rejects.toThrow('unsupported')
  expect(text()).toMatch(/^Words\.\n\n!\[\]\(\.\/uploads\/a\.png\)\n\n!\[\]\(\.\/uploads\/b\.png\)\s*$/)
})

test('the author can go on writing while a picture is uploaded', async () => {
  const { view, text } = createView('')
  const { promise, resolve } = Promise.withResolvers<StoredFile>()
  const added = uploadAndInsertFiles(view, [fileOf('a.png')], () => promise)
  expect(text()).toMatch(/^Uploading a\.png \(\d+\) …/)
  view.dispatch({ changes: { from: 0, insert: 'Before.\n\n' } })
  resolve(shown('a.png'))
  await added
  expect(text()).toMatch(/^Before\.\n\n!\[\]\(\.\/uploads\/a\.png\)/)
})

test('a picture that cannot be uploaded leaves nothing in the text', async () => {
  const { view, text } = createView('Words.')
  const refusal = new Error('too large')
  const added = uploadAndInsertFiles(view, [fileOf('a.png'), fileOf('b.png')], async () => Promise.reject(refusal))
  await expect(added).rejects.toBe(refusal)
  expect(text().trim()).toBe('Words.')
})

test('an added PDF becomes a link with the name of the file, and the cursor is at the end of this name', async () => {
  const { view, text, cursor } = createView('Words.')
  const address = './uploads/plan-1a2b3c4d.pdf'
  await uploadAndInsertFiles(view, [fileOf('Plan [2] <a>.pdf')], async () => ({ address, isShown: false }))
  expect(text().trim()).toBe(`Words.\n\n[Plan  2   a>.pdf](${address})`)
  expect(text().slice(cursor())).toMatch(/^\]\(/)
})

test('a drop or a paste adds files of any type, but not the picture that comes with copied text', () => {
  const transfer = (types: string[]) => ({ types, files: [fileOf('a.pdf')] }) as unknown as DataTransfer
  expect(readTransferredFiles(transfer(['Files']))).toHaveLength(1)
  expect(readTransferredFiles(transfer(['text/html', 'Files']))).toHaveLength(1)
  expect(readTransferredFiles(transfer(['text/plain', 'text/html', 'Files']))).toEqual([])
  expect(readTransferredFiles(null)).toEqual([])
})
