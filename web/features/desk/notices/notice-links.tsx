import { ADDRESS_LENGTH_MAX, LINK_LABEL_LENGTH_MAX, NOTICE_LINKS_MAX } from '#contract/limits.ts'
import { Field } from '../../../ui/form/field.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { DraftProblems, NoticeDraft } from './notice-draft.ts'

interface NoticeLinksProps {
  links: NoticeDraft['links']
  problems: DraftProblems
  onChange: (links: NoticeDraft['links']) => void
}

/** The fields for up to three links of a notice. */
export function NoticeLinks({ links, problems, onChange }: NoticeLinksProps) {
  const change = (place: number, by: Partial<NoticeDraft['links'][number]>) =>
    onChange(links.map((link, at) => (at === place ? { ...link, ...by } : link)))
  return (
    <fieldset className="stack">
      <legend>Links</legend>
      {problems.links && (
        <p className="field-error" role="alert">
          {problems.links}
        </p>
      )}
      {links.map(({ label, url }, place) => (
        <div className="columns notice-link" key={place}>
          <Field
            id={`link-label-${place}`}
            name={`label-${place}`}
            data-corrects={`link-${place}`}
            label={`Name of link ${place + 1}`}
            maxLength={LINK_LABEL_LENGTH_MAX}
            value={label}
            onChange={(event) => change(place, { label: event.target.value })}
          />
          <Field
            id={`link-url-${place}`}
            name={`link-${place}`}
            data-corrects="links"
            label={`Address of link ${place + 1}`}
            placeholder="https://… or /page"
            maxLength={ADDRESS_LENGTH_MAX}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={url}
            error={problems[`link-${place}`]}
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
