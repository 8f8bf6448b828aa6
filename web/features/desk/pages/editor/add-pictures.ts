import type { EditorView } from '@codemirror/view'
import { insertBlock } from './format-commands.ts'

/** The types of pictures that the server can decode. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

let count = 0

/** Returns the pictures in the data of a drop or paste. */
export const readTransferredPictures = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/**
 * Uploads pictures, and inserts each of them at the cursor. While a picture is uploaded, a line of text holds its
 * position, so that the author can go on writing.
 * @param upload stores a picture and returns its URL; when it throws, the remaining pictures are not uploaded
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
      // Places the cursor where the author writes the description of the picture next.
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
