import type { ComponentProps, ReactNode } from 'react'
import './form.css'

export interface FieldProps extends ComponentProps<'input'> {
  id: string
  name: string
  label: string
  /** Said before anything is typed. */
  hint?: ReactNode
  /** What is wrong with it, in words (useForm gives them by name). */
  error?: string | undefined
  /** Beside the input, on the same line. */
  children?: ReactNode
}

/** One input with its label above, its hint and its error below: a screen reader hears all three together. */
export function Field({ label, hint, error, children, ...input }: FieldProps) {
  const { id } = input
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-input">
        <input type="text" {...input} aria-invalid={error ? true : undefined} aria-describedby={told || undefined} />
        {children}
      </div>
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
