import type { ComponentProps } from 'react'
import '../../kit/form.css'

interface TextareaFieldProps extends ComponentProps<'textarea'> {
  id: string
  label: string
  error?: string | undefined
  /** How many characters it may have: it counts them. */
  max: number
}

/** A text of several lines, with its count and its error below. */
export function TextareaField({ label, error, max, ...area }: TextareaFieldProps) {
  const { length } = [...String(area.value ?? '').trim()]
  return (
    <div className="field">
      <label htmlFor={area.id}>{label}</label>
      <textarea
        rows={3}
        {...area}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${area.id}-error ${area.id}-count`}
      />
      <p className="field-error" id={`${area.id}-error`}>
        {error}
      </p>
      <p className="field-hint" id={`${area.id}-count`}>
        {length} of {max} characters
      </p>
    </div>
  )
}
