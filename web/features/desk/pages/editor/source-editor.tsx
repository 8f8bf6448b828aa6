import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { findChange } from '../source/source-change.ts'
import { readTransferredFiles } from './add-files.ts'
import { adoptEditorStyles } from './adopt-styles.ts'
import { formattingKeyBindings } from './format-commands.ts'
import { foldFrontMatter, markdownExtension } from './markdown-language.ts'
import { type BlockFormOpener, createSlashMenu } from './slash-menu.ts'
import './source-editor.css'

interface SourceEditorProps {
  ref: Ref<EditorView | null>
  source: string
  isReadOnly: boolean
  onChange: (source: string) => void
  /** Called with files that the author has dropped or pasted. The cursor is at the position of the drop or paste. */
  onFiles: (files: File[]) => void
  /**
   * Called with the line that the author reads or writes, counted from 1. `height` is the position of this line in the
   * visible part of the text, from 0 (top) to 1 (bottom).
   */
  onRead: (line: number, height: number) => void
  showBlockForm: BlockFormOpener
}

/** The text field for the source of a page. A change of `source` from outside is applied without moving the cursor. */
export function SourceEditor({ ref, source, isReadOnly, ...calls }: SourceEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(calls)
  latest.current = calls

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor keeps its own text; the effects below change it.
  useLayoutEffect(() => {
    if (!box.current) return
    adoptEditorStyles()
    const editor = new EditorView({ parent: box.current, state: createState(source, isReadOnly, latest) })
    foldFrontMatter(editor)
    view.current = editor
    const onScroll = () => latest.current.onRead(findLineAt(editor, READ_HEIGHT), READ_HEIGHT)
    editor.scrollDOM.addEventListener('scroll', onScroll, { passive: true })
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    view.current?.dispatch({ effects: editing.reconfigure(EditorState.readOnly.of(isReadOnly)) })
  }, [isReadOnly])

  useEffect(() => {
    const editor = view.current
    const change = editor && findChange(editor.state.doc.toString(), source)
    if (change) editor.dispatch({ changes: change })
  }, [source])

  useImperativeHandle<EditorView | null, EditorView | null>(ref, () => view.current, [])
  return <div ref={box} className="source-editor" />
}

/** The setting of the editor that says whether the text can be changed. A compartment can be changed later. */
const editing = new Compartment()

type Calls = Pick<SourceEditorProps, 'onChange' | 'onFiles' | 'onRead' | 'showBlockForm'>

function createState(source: string, isReadOnly: boolean, latest: { current: Calls }): EditorState {
  return EditorState.create({
    doc: source,
    extensions: [
      history(),
      closeBrackets(),
      highlightSelectionMatches(),
      createSlashMenu((block, write) => latest.current.showBlockForm(block, write)),
      keymap.of([
        ...formattingKeyBindings,
        ...closeBracketsKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      markdownExtension,
      editing.of(EditorState.readOnly.of(isReadOnly)),
      EditorView.lineWrapping,
      // The bar above the text stays visible and covers the first lines, so scrolling to a line leaves space for the
      // bar.
      EditorView.scrollMargins.of(({ dom }) => ({
        top: dom.closest('main')?.querySelector<HTMLElement>('.page-bar')?.offsetHeight ?? 0,
      })),
      placeholder('Write here. Type / for headings, tables, code and more.'),
      EditorView.contentAttributes.of({
        'aria-label': 'Text of the page',
        tabindex: '0',
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      EditorView.domEventHandlers({
        paste: ({ clipboardData }) => takeFiles(clipboardData, latest),
        drop: (event, view) => {
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
          if (readTransferredFiles(event.dataTransfer).length > 0 && at !== null)
            view.dispatch({ selection: { anchor: at } })
          return takeFiles(event.dataTransfer, latest)
        },
      }),
      EditorView.updateListener.of(({ docChanged, selectionSet, state, view }) => {
        if (docChanged) latest.current.onChange(state.doc.toString())
        if (selectionSet) view.requestMeasure({ read: () => tellCursor(view, latest.current.onRead) })
      }),
      theme,
    ],
  })
}

/** Passes the files of a drop or a paste to `onFiles`. @returns whether the data contained files */
function takeFiles(data: DataTransfer | null, latest: { current: Calls }): boolean {
  const files = readTransferredFiles(data)
  if (files.length > 0) latest.current.onFiles(files)
  return files.length > 0
}

/** The assumed position of the line that the author reads while scrolling: a quarter of the height below the top. */
const READ_HEIGHT = 0.25

/**
 * Returns the number of the line, counted from 1, that is shown at a height in the editor.
 * @param height from 0 (top) to 1 (bottom)
 */
function findLineAt(view: EditorView, height: number): number {
  const { scrollTop, clientHeight } = view.scrollDOM
  return view.state.doc.lineAt(view.lineBlockAtHeight(scrollTop + clientHeight * height).from).number
}

/** Calls `tell` with the line of the cursor and its position, when the cursor is visible. */
function tellCursor(view: EditorView, tell: Calls['onRead']): void {
  const { head } = view.state.selection.main
  const cursor = view.coordsAtPos(head)
  const { top, height } = view.scrollDOM.getBoundingClientRect()
  if (!cursor || cursor.top < top || cursor.bottom > top + height) return
  tell(view.state.doc.lineAt(head).number, (cursor.top - top) / height)
}

/** The styles of the editor, in the colours of the site. Other rules are in source-editor.css. */
const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--raised)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--reading)', fontSize: '1.125rem', lineHeight: '1.65' },
  '.cm-content': { padding: '20px 0 40vh', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 24px' },
  '.cm-foldPlaceholder': { background: 'none', border: '0', color: 'var(--soft)', fontSize: '1rem' },
  '.cm-panels': { backgroundColor: 'var(--page)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--page)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '12px',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--reading)', maxHeight: '20rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '9px 14px', lineHeight: '1.5' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--ink)', color: 'var(--page)' },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.8' },
})
