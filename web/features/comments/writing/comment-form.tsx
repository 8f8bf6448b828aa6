import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { errors as refusals } from '#contract/errors.ts'
import { COMMENT_LENGTH_MAX } from '#contract/limits.ts'
import { useSession } from '../../../api/session.ts'
import { countCharacters, formatLengthLeft } from '../../../forms/field-problems.ts'
import { useAutomaticReloadBlocker } from '../../../forms/use-automatic-reload-blocker.ts'
import { useForm } from '../../../forms/use-form.ts'
import { CommentMarkup } from '../../../ui/comment-markup.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { FormSuccess } from '../../../ui/form/form-success.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import './comment-form.css'

export interface CommentFormProps {
  /**
   * The name of the unsaved text, unique on the page. While the form has text, the page is not reloaded automatically.
   */
  name: string
  label: string
  text: string
  onText: (text: string) => void
  /** Sends the text. When it throws, the form shows the problem and keeps the text. */
  send: (text: string, website: string) => Promise<void>
  submit: string
  busyText: string
  message?: string
  /** A sentence that tells the reader that the text has to be approved. */
  hint?: string | null
  /** Closes the form. A form with this function can be closed. */
  onCancel?: () => void
  /** Whether the form takes the focus when it opens. True when the reader has pressed a button to open it. */
  takesFocus?: boolean
}

/** From this length on, the form shows how many characters are left. */
const NEAR_LIMIT = COMMENT_LENGTH_MAX - 500

/** The form for a text in the site's Markdown, with a preview. Ctrl+Enter sends the text. */
export function CommentForm({
  name,
  label,
  text,
  onText,
  message,
  hint,
  onCancel,
  takesFocus = false,
  ...sending
}: CommentFormProps) {
  const user = useSession(({ user }) => user)
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPreview, setPreview] = useState(false)
  const length = countCharacters(text)
  const { props, busy, errors, problem } = useForm({
    offline: 'The site cannot be reached. Your text is kept here: check your connection, then try again.',
    check: () => ({
      content:
        text.trim() === ''
          ? refusals.comment_empty.message
          : length > COMMENT_LENGTH_MAX
            ? refusals.comment_too_long.message
            : undefined,
    }),
    send: async ({ website = '' }) => {
      try {
        await sending.send(text, website)
        setPreview(false)
      } catch (error) {
        console.info('The comment could not be sent (S8.05)', error)
        throw error
      }
    },
  })
  const error = errors.content

  const hasText = text.trim() !== ''
  useAutomaticReloadBlocker(name, hasText)

  useEffect(() => {
    if (takesFocus) area.current?.focus()
  }, [takesFocus])

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
    if (event.key === 'Escape' && onCancel && !hasText) onCancel()
  }

  return (
    <form className="comment-form" {...props} onKeyDown={onKeyDown}>
      <Avatar name={user?.user ?? ''} picture={user?.profilePicture} />
      <div className="stack comment-form-body">
        <WriteTabs id={id} isPreview={isPreview} onChange={setPreview} />
        <div id={`${id}-write`} role="tabpanel" aria-labelledby={`${id}-write-tab`} hidden={isPreview}>
          <label className="visually-hidden" htmlFor={`${id}-text`}>
            {label}
          </label>
          <textarea
            ref={area}
            id={`${id}-text`}
            name="content"
            rows={3}
            dir="auto"
            placeholder={label}
            value={text}
            onChange={(event) => onText(event.currentTarget.value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error ${id}-left`}
          />
        </div>
        <div id={`${id}-preview`} role="tabpanel" aria-labelledby={`${id}-preview-tab`} hidden={!isPreview}>
          {isPreview && (
            <div className="comment-preview">
              {hasText ? <CommentMarkup source={text} /> : <p className="soft">There is nothing to show yet.</p>}
            </div>
          )}
        </div>
        <div className="visually-hidden" aria-hidden="true">
          <label>
            Leave this empty
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
        <p id={`${id}-left`} className="soft" role="status">
          {length > NEAR_LIMIT && formatLengthLeft(text, COMMENT_LENGTH_MAX)}
        </p>
        <FormProblem problem={problem} />
        <div className="buttons comment-form-foot">
          <SubmitButton busy={busy} busyText={sending.busyText}>
            {sending.submit}
          </SubmitButton>
          {onCancel && <QuietButton onClick={onCancel}>Cancel</QuietButton>}
          <FormattingHelp />
          {hint && (
            <p id={`${id}-hint`} className="soft comment-form-hint">
              {hint}
            </p>
          )}
        </div>
        <FormSuccess message={message} />
      </div>
    </form>
  )
}

interface WriteTabsProps {
  id: string
  isPreview: boolean
  onChange: (isPreview: boolean) => void
}

/** The tabs Write and Preview. The arrow keys switch between them. */
function WriteTabs({ id, isPreview, onChange }: WriteTabsProps) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const to = { ArrowLeft: !isPreview, ArrowRight: !isPreview, Home: false, End: true }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onChange(to)
    document.getElementById(tabId(to))?.focus()
  }
  const tabId = (preview: boolean) => `${id}-${preview ? 'preview' : 'write'}-tab`
  const tab = (preview: boolean, text: string) => (
    <button
      type="button"
      role="tab"
      id={tabId(preview)}
      aria-selected={isPreview === preview}
      aria-controls={`${id}-${preview ? 'preview' : 'write'}`}
      tabIndex={isPreview === preview ? 0 : -1}
      onClick={() => onChange(preview)}
    >
      {text}
    </button>
  )
  return (
    <div className="tabs" role="tablist" aria-label="Write or preview" onKeyDown={onKeyDown}>
      {tab(false, 'Write')}
      {tab(true, 'Preview')}
    </div>
  )
}

const marks = [
  ['**strong**', 'strong'],
  ['*emphasis*', 'emphasis'],
  ['`code`', 'code in a line'],
  ['```', 'a line of these before and after a block of code'],
  ['> words', 'a quote'],
  ['- words', 'a list; 1. makes a numbered one'],
  ['[words](https://…)', 'a link; a bare address becomes one by itself'],
] as const

function FormattingHelp() {
  return (
    <details className="fold formatting-help">
      <summary>Formatting</summary>
      <FactList facts={marks.map(([markup, effect]) => [<code key={markup}>{markup}</code>, effect])} />
      <p>Ctrl + Enter sends. What you write is kept in this browser until it is posted.</p>
    </details>
  )
}
