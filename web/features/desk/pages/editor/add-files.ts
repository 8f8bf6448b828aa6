import type { EditorView } from '@codemirror/view'
import { buildBlockInsertion } from './format-commands.ts'

/** The types of files that the server stores beside pages. */
export const PAGE_ATTACHMENT_ACCEPT =
  'image/jpeg,image/png,image/webp,image/avif,image/gif,video/mp4,video/webm,audio/*,application/pdf,application/zip'

let count = 0
/** Writes the line that stands for a file during its upload. */
const writePlaceholder = (file: File) => `Uploading ${file.name} (${++count}) …`

/** Returns the first line, counted from 1, that stands for a file whose upload has not ended; 0 without such a line. */
export const findUploadPlaceholderLine = (source: string): number =>
  source.split('\n').findIndex((line) => /^Uploading .+ \(\d+\) …$/.test(line)) + 1

/**
 * Returns the files in the data of a drop or paste. Returns no files for data with text, because a word processor adds
 * a picture of the copied text.
 */
export const readTransferredFiles = (data: DataTransfer | null): File[] =>
  data?.types.includes('text/plain') ? [] : [...(data?.files ?? [])]

/**
 * A file that the server has stored. When `isShown` is true, the page shows the file, such as a picture; otherwise the
 * page links to the file.
 */
export interface StoredFile {
  address: string
  isShown: boolean
}

/**
 * Uploads files, and inserts each of them below the line of the cursor, because the cursor may be in a link or a
 * description. During an upload, a placeholder line marks the position of the file, so that the author can continue to
 * write.
 * @param upload stores a file; when it throws, the remaining files are not uploaded
 */
export async function uploadAndInsertFiles(
  view: EditorView,
  files: readonly File[],
  upload: (file: File) => Promise<StoredFile>,
): Promise<void> {
  const places = files.map((file) => ({ file, line: writePlaceholder(file) }))
  for (const { line } of places) {
    const { to } = view.state.doc.lineAt(view.state.selection.main.to)
    view.dispatch(buildBlockInsertion(view.state.doc.toString(), to, to, line))
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
      const { address, isShown } = await upload(file)
      const at = view.state.doc.toString().indexOf(line)
      const start = isShown ? '![' : `[${file.name.replace(/[[\]\\<{]/g, ' ')}`
      replace(line, `${start}](${address})`)
      // Moves the cursor to the empty description of the picture, or to the end of the link's text, for the author to
      // write there.
      if (isFirst && at >= 0) {
        view.dispatch({ selection: { anchor: at + start.length }, scrollIntoView: true })
        view.focus()
      }
      isFirst = false
    }
  } finally {
    for (const { line } of places) replace(line, '')
  }
}
