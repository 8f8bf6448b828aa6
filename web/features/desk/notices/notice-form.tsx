import { type FormEvent, useState } from 'react'
import { errors as refusals } from '#contract/errors.ts'
import { NOTICE_LENGTH_MAX } from '#contract/limits.ts'
import { type DeskNotice, editNotice, postNotice } from '#contract/notices.ts'
import { api } from '../../../api/call-api.ts'
import { ApiError, messageOf } from '../../../api/problem.ts'
import { hasProblems, useProblems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { lengthHint, TextareaField } from '../../../ui/form/textarea-field.tsx'
import { NoticeRow } from '../../../ui/note/notice.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ChoiceChips } from '../lists/choice-chips.tsx'
import {
  fieldByErrorCode,
  findDraftProblems,
  type NoticeDraft,
  toNoticeBody,
  toNoticeDraft,
  toNoticePreview,
} from './notice-draft.ts'
import { NoticeLinks } from './notice-links.tsx'
import { audienceLabels, priorityLabels } from './notice-state.tsx'
import './notices.css'

interface NoticeFormProps {
  /** The notice to edit; without it, the form posts a new one. */
  notice?: DeskNotice | undefined
  /** Values that were typed earlier and not sent. */
  draft?: NoticeDraft | undefined
  onDraft: (draft: NoticeDraft) => void
  onSaved: (notice: DeskNotice) => void
}

/** The form that posts or edits a notice, with a preview. Its values stay until the notice is saved. */
export function NoticeForm({ notice, draft = toNoticeDraft(notice), onDraft, onSaved }: NoticeFormProps) {
  const { props, problems, setProblems } = useProblems()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const change = (by: Partial<NoticeDraft>) => onDraft({ ...draft, ...by })
  const { length } = [...draft.message.trim()]

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailed('')
    const found = findDraftProblems(draft, notice)
    setProblems(found)
    if (hasProblems(found)) return
    setBusy(true)
    try {
      const body = toNoticeBody(draft, notice)
      onSaved(await (notice ? api(editNotice, { params: { id: notice.id }, body }) : api(postNotice, { body })))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      const field = code && fieldByErrorCode[code]
      if (field) setProblems({ [field]: refusals[code].message })
      else setFailed(messageOf(error) ?? '')
    }
    setBusy(false)
  }

  return (
    <form {...props} className="form card-part" onSubmit={send}>
      <TextareaField
        id="notice-message"
        name="message"
        label="Message"
        hint={
          <span data-over={length > NOTICE_LENGTH_MAX || undefined}>
            {lengthHint(draft.message, NOTICE_LENGTH_MAX)}
          </span>
        }
        value={draft.message}
        error={problems.message}
        onChange={(event) => change({ message: event.target.value })}
      />
      <ChoiceChips
        legend="Priority"
        name="priority"
        names={priorityLabels}
        chosen={draft.priority}
        onChoose={(priority) => change({ priority })}
      />
      <ChoiceChips
        legend="Who sees it"
        name="audience"
        names={audienceLabels}
        chosen={draft.audience}
        onChoose={(audience) => change({ audience })}
      />
      <div className="check">
        <input
          id="notice-push"
          type="checkbox"
          checked={draft.push}
          aria-describedby="notice-push-hint"
          onChange={(event) => change({ push: event.target.checked })}
        />
        <label htmlFor="notice-push">Also send it as a push notification</label>
        <p className="field-hint" id="notice-push-hint">
          To the devices of {draft.audience === 'admins' ? 'admins' : 'readers'} who want notices, once, when it starts.
        </p>
      </div>
      <fieldset className="stack">
        <legend>When</legend>
        <div className="columns">
          <Field
            id="notice-start"
            name="start"
            data-corrects="end"
            type="datetime-local"
            label="Starts"
            hint="Empty: at once"
            value={draft.start}
            error={problems.start}
            onChange={(event) => change({ start: event.target.value })}
          />
          <Field
            id="notice-end"
            name="end"
            type="datetime-local"
            label="Ends"
            hint="Empty: when you withdraw it"
            value={draft.end}
            error={problems.end}
            onChange={(event) => change({ end: event.target.value })}
          />
        </div>
        <p className="field-hint">
          Times are those of this device: {Intl.DateTimeFormat().resolvedOptions().timeZone}.
        </p>
      </fieldset>
      <NoticeLinks
        links={draft.links}
        problems={problems}
        onChange={(links) => {
          if (links.length < draft.links.length) setProblems({})
          change({ links })
        }}
      />
      <section className="stack notice-preview" aria-labelledby="preview">
        <h3 id="preview">How it will look</h3>
        <div className="inset" inert>
          <NoticeRow notice={toNoticePreview(draft)} onDismiss={() => {}} />
        </div>
      </section>
      {failed && <ProblemNote words={failed} />}
      <QuietButton type="submit" kind="main" busy={busy}>
        {notice ? 'Save the change' : 'Post the notice'}
      </QuietButton>
    </form>
  )
}
