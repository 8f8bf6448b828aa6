import { useEffect, useId, useRef } from 'react'
import { UNREACHABLE } from '../../../api/problem.ts'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface CategoryNameProps {
  /** The current name; undefined for a new category. */
  name?: string
  /** @throws {ApiError} */
  onSave: (name: string) => Promise<void>
  onCancel?: () => void
}

/** The form for the name of a category. For an existing category it takes the focus, because it replaces the focused button. */
export function CategoryName({ name, onSave, onCancel }: CategoryNameProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { props, busy, errors, problem } = useForm({
    offline: UNREACHABLE,
    check: ({ name = '' }) => ({ name: fieldProblems.name(name) }),
    send: async ({ name = '' }) => {
      await onSave(name.trim())
      props.ref.current?.reset()
    },
  })
  useEffect(() => {
    if (name !== undefined) input.current?.focus()
  }, [name])

  return (
    <form className="form" aria-label={name ? `Rename ${name}` : 'Add a category'} {...props}>
      <Field
        ref={input}
        id={`${id}-name`}
        name="name"
        label={name ? 'Name of the category' : 'New category'}
        autoComplete="off"
        defaultValue={name}
        error={errors.name}
      />
      <FormProblem problem={problem} />
      <div className="buttons">
        <QuietButton type="submit" busy={busy}>
          {name ? 'Save the name' : 'Add the category'}
        </QuietButton>
        {onCancel && <QuietButton onClick={onCancel}>Cancel</QuietButton>}
      </div>
    </form>
  )
}
