import type { ReactNode } from 'react'
import '../ui.css'

export interface FieldFrameProps {
  id: string
  label: string
  /** Said before anything is typed. */
  hint?: ReactNode
  /** What is wrong with it, in words (useForm gives them by name). */
  error?: string | undefined
}

/** What ties a hint and an error to the control that they are about. */
interface Told {
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** What is around a control: its label above, its error and its hint below. A screen reader hears all three together. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldFrameProps & { children: (told: Told) => ReactNode }) {
  const told = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ 'aria-invalid': error ? true : undefined, 'aria-describedby': told || undefined })}
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
