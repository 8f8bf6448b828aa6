import { errors as refusals } from '#contract/errors.ts'
import { isAllowedLinkAddress } from '#contract/link-address.ts'
import { addToolLink, changeToolLink, type ToolLink } from '#contract/tools.ts'
import { callForJson } from '../../../api/call-api.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface ToolLinkFormProps {
  /** The tool to edit. Without a tool, the form adds a new one. */
  tool?: ToolLink
  onSaved: (tool: ToolLink) => void
  onCancel?: () => void
}

/** The form that adds or edits a tool. A form that edits a tool replaces the tool's row. */
export function ToolLinkForm({ tool, onSaved, onCancel }: ToolLinkFormProps) {
  const form = useForm({
    check: ({ name = '', url = '' }) => ({
      name: fieldChecks.name(name),
      url: isAllowedLinkAddress(url.trim()) ? undefined : refusals.link_invalid.message,
    }),
    send: async ({ name = '', url = '' }) => {
      const body = { name, url }
      const saved = await (tool
        ? callForJson(changeToolLink, { params: { id: tool.id }, body })
        : callForJson(addToolLink, { body }))
      onSaved(saved)
    },
    clears: true,
  })

  return (
    <Form
      form={form}
      submit={tool ? 'Save' : 'Add the tool'}
      cancel={onCancel ? <QuietButton onClick={onCancel}>Cancel</QuietButton> : null}
      className="form desk-tool-form"
      aria-label={tool ? `Change ${tool.name}` : 'Add a tool'}
    >
      <Field name="name" label="Name" defaultValue={tool?.name} />
      <Field
        name="url"
        label="Address"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        autoComplete="off"
        defaultValue={tool?.url}
        hint="Of another site with https:// in front, or of a page here from the first slash on."
      />
    </Form>
  )
}
