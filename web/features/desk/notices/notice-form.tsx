import { useEffect, useRef } from 'react'
import {
  LINK_ADDRESS_LENGTH_MAX,
  LINK_LABEL_LENGTH_MAX,
  NOTICE_LENGTH_MAX,
  NOTICE_LINKS_MAX,
} from '#contract/limits.ts'
import { type DeskNotice, editNotice, postNotice } from '#contract/notices.ts'
import { callForJson } from '../../../api/call-api.ts'
import { getBrowserTimeZone } from '../../../device/time-zone.ts'
import { bindFields } from '../../../forms/bind-fields.ts'
import { countCharacters, formatLengthLeft } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FieldProblemsContext } from '../../../ui/form/field-frame.tsx'
import { RadioChips } from '../../../ui/form/radio-chips.tsx'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { createNoticeElement } from '../../../ui/note/notice.ts'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import {
  findDraftProblems,
  type NoticeDraft,
  toNoticeBody,
  toNoticeFormValues,
  toNoticePreview,
} from './notice-draft.ts'
import { audienceLabels, priorityLabels } from './notice-labels.tsx'
import './notices.css'

const priorities = (['low', 'normal', 'high'] as const).map((value) => [value, priorityLabels[value]] as const)
const audiences = (['everyone', 'readers', 'admins'] as const).map((value) => [value, audienceLabels[value]] as const)

interface NoticeFormProps {
  /** The notice to edit. Without a notice, the form posts a new one. */
  notice?: DeskNotice | undefined
  /** Values that were typed earlier and have not been saved. */
  draft?: NoticeDraft | undefined
  onDraft: (draft: NoticeDraft) => void
  /** Drops the draft and fetches the notice again. */
  onReset: () => void
  /** @param sent the values that were saved; the form may contain newer values */
  onSaved: (notice: DeskNotice, sent: NoticeDraft) => void
}

/** The form that posts or edits a notice, with a preview. Its values stay until the notice is saved. */
export function NoticeForm({ notice, draft = toNoticeFormValues(notice), onDraft, onReset, onSaved }: NoticeFormProps) {
  const { props, busy, errors, problem, clearErrors } = useForm({
    check: () => findDraftProblems(draft, notice),
    send: async () => {
      const body = toNoticeBody(draft, notice)
      onSaved(
        await (notice
          ? callForJson(editNotice, { params: { id: notice.id }, body })
          : callForJson(postNotice, { body })),
        draft,
      )
    },
  })
  const change = (by: Partial<NoticeDraft>) => onDraft({ ...draft, ...by })
  const bind = bindFields(draft, change)
  const length = countCharacters(draft.message)
  const preview = useRef<HTMLDivElement>(null)
  useEffect(() => preview.current?.replaceChildren(createNoticeElement(toNoticePreview(draft))), [draft])

  return (
    <form {...props} className="form card-part">
      <FieldProblemsContext value={errors}>
        <TextareaField
          {...bind('message')}
          label="Message"
          hint={
            <span data-over={length > NOTICE_LENGTH_MAX || undefined}>
              {formatLengthLeft(draft.message, NOTICE_LENGTH_MAX)}
            </span>
          }
        />
        <RadioChips
          legend="Priority"
          options={priorities}
          chosen={draft.priority}
          onChoose={(priority) => change({ priority })}
        />
        <RadioChips
          legend="Who sees it"
          options={audiences}
          chosen={draft.audience}
          onChoose={(audience) => change({ audience })}
        />
        <CheckboxField
          label="Also send it as a push notification"
          hint={`To the devices of ${draft.audience === 'admins' ? 'admins' : 'readers'} who want notices, once, when it starts.`}
          checked={draft.push}
          onCheck={(push) => change({ push })}
        />
        <fieldset className="stack">
          <legend>When</legend>
          <div className="columns">
            <Field {...bind('start')} data-corrects="end" type="datetime-local" label="Starts" hint="Empty: at once" />
            <Field {...bind('end')} type="datetime-local" label="Ends" hint="Empty: when you withdraw it" />
          </div>
          <p className="field-hint">Times are those of this device: {getBrowserTimeZone()}.</p>
        </fieldset>
        <NoticeLinks
          links={draft.links}
          problem={errors.links}
          onChange={(links) => {
            if (links.length < draft.links.length) clearErrors()
            change({ links })
          }}
        />
        <section className="stack notice-preview" aria-labelledby="preview">
          <h3 id="preview">How it will look</h3>
          <div className="inset" inert ref={preview} />
        </section>
        {problem && <ProblemNote text={problem.message} />}
        {problem?.code === 'notice_changed' && (
          <QuietButton
            onClick={({ currentTarget }) => {
              clearErrors()
              onReset()
              currentTarget.form?.querySelector('textarea')?.focus()
            }}
          >
            Show the saved notice
          </QuietButton>
        )}
        <QuietButton type="submit" kind="main" busy={busy}>
          {notice ? 'Save the change' : 'Post the notice'}
        </QuietButton>
      </FieldProblemsContext>
    </form>
  )
}

interface NoticeLinksProps {
  links: NoticeDraft['links']
  problem: string | undefined
  onChange: (links: NoticeDraft['links']) => void
}

/** The fields for up to three links of a notice. */
function NoticeLinks({ links, problem, onChange }: NoticeLinksProps) {
  const change = (place: number, by: Partial<NoticeDraft['links'][number]>) =>
    onChange(links.map((link, at) => (at === place ? { ...link, ...by } : link)))
  return (
    <fieldset className="stack" name="links">
      <legend>Links</legend>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {links.map(({ label, url }, place) => (
        <div className="columns notice-link" key={place}>
          <Field
            name={`label-${place}`}
            data-corrects={`link-${place}`}
            label={`Name of link ${place + 1}`}
            maxLength={LINK_LABEL_LENGTH_MAX}
            value={label}
            onChange={(event) => change(place, { label: event.target.value })}
          />
          <Field
            name={`link-${place}`}
            data-corrects="links"
            label={`Address of link ${place + 1}`}
            placeholder="https://… or /page"
            maxLength={LINK_ADDRESS_LENGTH_MAX}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={url}
            onChange={(event) => change(place, { url: event.target.value })}
          />
          <QuietButton onClick={() => onChange(links.filter((_, at) => at !== place))}>
            Remove<span className="visually-hidden"> link {place + 1}</span>
          </QuietButton>
        </div>
      ))}
      {links.length < NOTICE_LINKS_MAX && (
        <QuietButton onClick={() => onChange([...links, { label: '', url: '' }])}>Add a link</QuietButton>
      )}
    </fieldset>
  )
}
