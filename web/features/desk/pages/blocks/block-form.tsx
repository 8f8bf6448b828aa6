import { useForm } from '../../../../forms/use-form.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../../../ui/dialog/modal.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { TextareaField } from '../../../../ui/form/textarea-field.tsx'
import type { BlockField, InsertableBlock } from './blocks.ts'

interface BlockFormProps {
  block: InsertableBlock
  /** Inserts the Markdown of the block into the page. */
  onWrite: (text: string) => void
  onClose: () => void
}

/** The dialog in which an author fills in the attributes of a block. */
export function BlockForm({ block, onWrite, onClose }: BlockFormProps) {
  const fields = block.fields ?? []
  const form = useForm({
    offline: '',
    check: (values) =>
      Object.fromEntries(
        fields
          .filter(({ name, isOptional }) => !isOptional && !values[name]?.trim())
          .map(({ name, label }) => [name, `${label} is empty. Fill it in.`]),
      ),
    send: async (values) => {
      closeDialog(document.querySelector('.block-form'))
      onWrite(block.write(Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? '']))))
    },
  })
  return (
    <Dialog title={block.name} onClose={onClose}>
      <Form form={form} submit="Insert" className="form block-form">
        {fields.map((field) => (
          <BlockInput key={field.name} field={field} />
        ))}
      </Form>
    </Dialog>
  )
}

function BlockInput({ field: { name, label, hint, kind, isOptional, start } }: { field: BlockField }) {
  const shared = {
    name,
    label: isOptional ? `${label} (optional)` : label,
    hint,
    defaultValue: start,
  }
  if (kind === 'lines') return <TextareaField {...shared} rows={4} />
  if (kind === 'text') return <Field {...shared} autoComplete="off" />
  if (kind === 'number') return <Field {...shared} type="number" inputMode="numeric" min={1} />
  return <SelectField {...shared} options={kind} />
}
