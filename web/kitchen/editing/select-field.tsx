import type { ComponentProps } from 'react'
import '../../kit/form.css'

interface SelectFieldProps extends ComponentProps<'select'> {
  id: string
  label: string
  hint?: string
  error?: string | undefined
}

/** One of a list, with its label above, its error and its hint below. */
export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  const { id } = select
  const told = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select {...select} aria-invalid={error ? true : undefined} aria-describedby={told || undefined}>
        {children}
      </select>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
