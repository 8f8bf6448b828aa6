import type { EditorView } from '@codemirror/view'
import { type RefObject, useRef, useState } from 'react'
import { uploadPageAttachment } from '#contract/authoring.ts'
import { PAGE_ATTACHMENT_BYTES_MAX } from '#contract/limits.ts'
import { callForJson } from '../../../../api/call-api.ts'
import { ApiError } from '../../../../api/problem.ts'
import { findFileSizeProblem } from '../../../../forms/find-file-size-problem.ts'
import { BlockForm } from '../blocks/block-form.tsx'
import type { InsertableBlock } from '../blocks/blocks.ts'
import { PAGE_ATTACHMENT_ACCEPT, uploadAndInsertFiles } from '../editor/add-files.ts'
import { SourceEditor } from '../editor/source-editor.tsx'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { findSectionPositionOfLine, type ScrollPlace } from '../preview/scroll-place.ts'
import { usePreview } from '../preview/use-preview.ts'

interface PageWorkspaceProps {
  editor: RefObject<EditorView | null>
  /** Null for a page that has no file yet. */
  file: string | null
  source: string
  isReadOnly: boolean
  isPreviewed: boolean
  onChange: (source: string) => void
}

/** The text of a page beside its preview. On a narrow window, the preview replaces the text. */
export function SourceWithPreview({ editor, file, source, isReadOnly, isPreviewed, onChange }: PageWorkspaceProps) {
  const [block, setBlock] = useState<{ block: InsertableBlock; write: (text: string) => void } | null>(null)
  const [trouble, setTrouble] = useState('')
  const preview = usePreview(file, source, isPreviewed)
  const scroll = useRef((_place: ScrollPlace, _height: number) => {})

  const upload = async (files: readonly File[]) => {
    if (!editor.current || isReadOnly || files.length === 0) return
    setTrouble('')
    try {
      await uploadAndInsertFiles(editor.current, files, async (body) => {
        const message = findFileSizeProblem(body, PAGE_ATTACHMENT_BYTES_MAX)
        if (message) throw new ApiError({ code: 'payload_too_large', message }, 413)
        return callForJson(uploadPageAttachment, { query: { name: body.name, ...(file !== null && { file }) }, body })
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setTrouble(`The file was not added: ${error.message}`)
    }
  }

  return (
    <>
      {trouble && (
        <p className="note" data-kind="grave" role="alert">
          {trouble}
        </p>
      )}
      <div className="page-panes" data-previewed={isPreviewed || undefined}>
        <div className="text-pane">
          {!isReadOnly && (
            <label className="add-files quiet-button">
              Add pictures or files
              <input
                type="file"
                className="visually-hidden"
                accept={PAGE_ATTACHMENT_ACCEPT}
                multiple
                onChange={({ currentTarget }) => {
                  void upload([...(currentTarget.files ?? [])])
                  // Resetting the input allows the same file to be chosen again.
                  currentTarget.value = ''
                }}
              />
            </label>
          )}
          <SourceEditor
            ref={editor}
            source={source}
            isReadOnly={isReadOnly}
            onChange={onChange}
            onFiles={(files) => void upload(files)}
            onRead={(line, height) => scroll.current(findSectionPositionOfLine(source, line), height)}
            showBlockForm={(chosen, write) => setBlock({ block: chosen, write })}
          />
        </div>
        {isPreviewed && <PreviewPane {...preview} scroll={scroll} />}
      </div>
      {block && <BlockForm block={block.block} onWrite={block.write} onClose={() => setBlock(null)} />}
    </>
  )
}
