import type { EditorView } from '@codemirror/view'
import { insertBlock } from './format-commands.ts'

/** The kinds of pictures that the server decodes. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

let count = 0

/** Returns the pictures of a drop or a paste. */
export const listPictures = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/**
 * Uploads pictures, and writes each of them at the cursor. While a picture is on its way, a line stands in its place, so
 * that its author can go on writing.
 * @param upload stores a picture and returns its address; an error ends the other uploads
 */
export async function addPictures(
  view: EditorView,
  files: readonly File[],
  upload: (file: File) => Promise<string>,
): Promise<void> {
  const places = files.map((file) => ({ file, line: `Uploading ${file.name} (${++count}) …` }))
  for (const { line } of places) {
    const { to } = view.state.selection.main
    view.dispatch(insertBlock(view.state.doc.toString(), to, to, line))
  }
  const replace = (line: string, text: string) => {
    const from = view.state.doc.toString().indexOf(line)
    if (from < 0) return
    const to = from + line.length
    view.dispatch({ changes: { from, to, insert: text } })
  }
  let isFirst = true
  try {
    for (const { file, line } of places) {
      const address = await upload(file)
      const at = view.state.doc.toString().indexOf(line)
      replace(line, `![](${address})`)
      // The words that the picture needs are written next.
      if (isFirst && at >= 0) {
        view.dispatch({ selection: { anchor: at + 2 }, scrollIntoView: true })
        view.focus()
      }
      isFirst = false
    }
  } finally {
    for (const { line } of places) replace(line, '')
  }
}
