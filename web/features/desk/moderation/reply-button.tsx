import { useState } from 'react'
import { COMMENT_LENGTH_MAX } from '#contract/limits.ts'
import { createIdempotencyKey } from '../../../api/call-api.ts'
import { useReplacedButtonFocus } from '../../../ui/dialog/use-replaced-focus.ts'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

/**
 * Posts a reply.
 * @param content the text, trimmed and not empty
 * @param key the same for every attempt to send this reply, so that it is not posted twice
 * @returns whether the reply was posted
 */
export type ReplyHandler = (content: string, key: string) => Promise<boolean>

interface ReplyButtonProps {
  author: string
  /** The label of the button that sends the reply. */
  send: string
  busy: boolean
  shortcut?: string | undefined
  onReply: ReplyHandler
  /** Called when the form opens or closes. @param isWriting whether the form is open or contains text */
  onWriting: (isWriting: boolean) => void
}

/**
 * A button that opens a form for a reply in the place of the button. The typed text stays when the form closes or
 * sending fails.
 */
export function ReplyButton({ author, send, busy, shortcut, onReply, onWriting }: ReplyButtonProps) {
  const [isOpen, changeOpen] = useState(false)
  const [content, setContent] = useState('')
  const { box, button } = useReplacedButtonFocus<HTMLFormElement>(isOpen, 'textarea')
  const [key, setKey] = useState(() => createIdempotencyKey())
  const setOpen = (isOpen: boolean, text = content) => {
    changeOpen(isOpen)
    onWriting(isOpen || text.trim() !== '')
  }

  if (!isOpen)
    return (
      <QuietButton ref={button} busy={busy} aria-keyshortcuts={shortcut} onClick={() => setOpen(true)}>
        {content.trim() ? 'Go on with the reply' : 'Reply'}
      </QuietButton>
    )
  return (
    <form
      ref={box}
      className="question"
      onSubmit={async (event) => {
        event.preventDefault()
        if (!content.trim() || busy) return
        if (!(await onReply(content.trim(), key))) return
        setKey(createIdempotencyKey())
        setContent('')
        setOpen(false, '')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false)
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) box.current?.requestSubmit()
      }}
    >
      <TextareaField
        label={`Your reply to ${author}`}
        maxLength={COMMENT_LENGTH_MAX}
        value={content}
        // The text cannot be changed during sending, because the form closes afterwards and later text would be lost.
        readOnly={busy}
        onChange={(event) => setContent(event.target.value)}
      />
      <div className="buttons">
        <QuietButton kind="main" type="submit" busy={busy}>
          {send}
        </QuietButton>
        <QuietButton onClick={() => setOpen(false)}>Close</QuietButton>
      </div>
    </form>
  )
}
