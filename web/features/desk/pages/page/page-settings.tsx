import { DAY_MS, NEW_PAGE_AGE_MAX_MS } from '#contract/limits.ts'
import { site } from '#site'
import { Field } from '../../../../ui/form/field.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { TextareaField } from '../../../../ui/form/textarea-field.tsx'
import {
  buildFrontMatterChange,
  type FrontMatterKey,
  type FrontMatterValue,
  readFrontMatter,
} from '../source/front-matter.ts'
import { applyChange } from '../source/source-change.ts'

interface PageSettingsProps {
  source: string
  isReadOnly: boolean
  onChange: (source: string) => void
}

/** The front matter of a page as a form. A change of a field leaves all other lines of the page unchanged. */
export function PageSettings({ source, isReadOnly, onChange }: PageSettingsProps) {
  const { values, problem } = readFrontMatter(source)
  if (problem)
    return (
      <p className="note" data-kind="grave">
        Line {problem.line}: {problem.message}
      </p>
    )
  const set = (key: FrontMatterKey, value: FrontMatterValue | undefined) => {
    const change = buildFrontMatterChange(source, key, value)
    if (change) onChange(applyChange(source, change))
  }
  const textOf = (key: FrontMatterKey) => (typeof values[key] === 'string' ? (values[key] as string) : '')
  const fieldOf = (key: FrontMatterKey, label: string, isOptional = false) => ({
    name: key,
    label,
    value: textOf(key),
    disabled: isReadOnly,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      set(key, value === '' && isOptional ? undefined : value),
  })
  return (
    <div className="form">
      <Field {...fieldOf('title', 'Title')} autoComplete="off" maxLength={200} />
      <Field
        {...fieldOf('path', 'Address')}
        hint="An address that readers know should stay."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextareaField
        {...fieldOf('description', 'Description')}
        hint="For search engines and previews of links, at most 200 characters."
        maxLength={200}
        rows={2}
      />
      <SelectField
        {...fieldOf('group', 'Group of the menu', true)}
        options={[['', 'In no menu'], ...Object.keys(site.groups).map((group) => [group, group] as const)]}
      />
      <Field
        {...fieldOf('published', 'Appears on')}
        hint={`A date such as 2026-12-01, or a time such as 2026-12-01T18:30+01:00. A time to come schedules the page. Readers get no mail and no push message about a new page whose date is more than ${NEW_PAGE_AGE_MAX_MS / DAY_MS} days past.`}
        autoComplete="off"
        spellCheck={false}
      />
      <TagsField tags={values.tags} isReadOnly={isReadOnly} onChange={(tags) => set('tags', tags)} />
    </div>
  )
}

interface TagsFieldProps {
  tags: unknown
  isReadOnly: boolean
  onChange: (tags: string[] | undefined) => void
}

const TagsField = ({ tags, isReadOnly, onChange }: TagsFieldProps) => (
  <Field
    // A new key resets the field when the tags change from outside, such as by another author.
    key={String(tags)}
    name="tags"
    label="Tags (optional)"
    hint="Separated by commas."
    autoComplete="off"
    disabled={isReadOnly}
    defaultValue={Array.isArray(tags) ? tags.join(', ') : ''}
    onBlur={({ currentTarget }) => {
      // Unedited tags keep the author's notation. Writing them again would split a tag with a comma and remove
      // comments.
      if (currentTarget.value === currentTarget.defaultValue) return
      const list = currentTarget.value
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean)
      onChange(list.length > 0 ? [...new Set(list)] : undefined)
    }}
  />
)
