import { EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { addPictures } from './add-pictures.ts'

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

test('each added picture is on its own line, and the cursor is where the description of the first picture belongs', async () => {
  const { view, text, cursor } = createView('Words.')
  await addPictures(view, [fileOf('a.png'), fileOf('b.png')], async ({ name }) => `./uploads/${name}`)
  expect(text()).toMatch(/^Words\.\n\n!\[\]\(\.\/uploads\/a\.png\)\n\n!\[\]\(\.\/uploads\/b\.png\)\s*$/)
  expect(text().slice(0, cursor())).toBe('Words.\n\n![')
})

test('the author can go on writing while a picture is uploaded', async () => {
  const { view, text } = createView('')
  const { promise, resolve } = Promise.withResolvers<string>()
  const added = addPictures(view, [fileOf('a.png')], () => promise)
  expect(text()).toMatch(/^Uploading a\.png \(\d+\) …/)
  view.dispatch({ changes: { from: 0, insert: 'Before.\n\n' } })
  resolve('./uploads/a.png')
  await added
  expect(text()).toMatch(/^Before\.\n\n!\[\]\(\.\/uploads\/a\.png\)/)
})

test('a picture that cannot be uploaded leaves nothing in the text', async () => {
  const { view, text } = createView('Words.')
  const refusal = new Error('too large')
  const added = addPictures(view, [fileOf('a.png'), fileOf('b.png')], async () => Promise.reject(refusal))
  await expect(added).rejects.toBe(refusal)
  expect(text().trim()).toBe('Words.')
})
