import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createPageDraft } from '#contract/authoring.ts'
import { isSingleSlugPath, toEditorPath } from '#contract/page-path.ts'
import { site } from '#site'
import { callForJson } from '../../../../api/call-api.ts'
import { useForm } from '../../../../forms/use-form.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { buildNewPageSource } from '../source/front-matter.ts'

/**
 * Derives the path of a page from its title, such as `/my-keyboard`. Empty when the title has no letter from a to z and
 * no digit.
 */
export function titleToPath(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words ? `/${words.join('-')}` : ''
}

/** The dialog in which an author creates a page. */
export function NewPageDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [ownPath, setOwnPath] = useState<string | null>(null)
  const form = useForm({
    offline: 'There was no answer. Reload the list of pages: if it does not show your page, try again.',
    check: ({ title = '', path = '' }) => ({
      title: title.trim() ? undefined : 'Write the title of the page.',
      path: isSingleSlugPath(path.trim())
        ? undefined
        : 'Write one word in lower case after a slash, such as /my-keyboard. Words are joined by hyphens.',
    }),
    send: async ({ title = '', path = '', group }) => {
      const today = new Date().toISOString().slice(0, 10)
      const source = buildNewPageSource(title.trim(), path.trim(), today, group || undefined)
      const { id } = await callForJson(createPageDraft, { body: { file: null, base: null, source } })
      navigate(toEditorPath({ file: null, draftId: id }))
    },
  })
  return (
    <Dialog title="New page" onClose={onClose}>
      <Form form={form} submit="Begin to write" busyText="Beginning …">
        <Field
          name="title"
          label="Title"
          autoComplete="off"
          maxLength={200}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Field
          name="path"
          label="Address"
          hint="Where readers find the page, such as /my-keyboard."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={ownPath ?? titleToPath(title)}
          onChange={({ currentTarget }) => setOwnPath(currentTarget.value)}
        />
        <SelectField
          name="group"
          label="Group of the menu"
          options={[...Object.keys(site.groups).map((group) => [group, group] as const), ['', 'In no menu']]}
        />
      </Form>
    </Dialog>
  )
}
