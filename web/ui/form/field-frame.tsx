import { createContext, type ReactNode, use, useId } from 'react'
import type { Problems } from '../../forms/use-problems.ts'
import '../ui.css'

/** The messages about the fields of a Form, by field name. */
export const FieldProblemsContext = createContext<Problems>({})

export interface FieldFrameProps {
  /** The id of the control; by default an id that no other element has. */
  id?: string | undefined
  label: string
  /** A hint that is visible before anything is typed. */
  hint?: ReactNode
  /** The error message about the value. Inside a Form, the field finds its message by its name. */
  error?: string | undefined
}

/** The attributes that connect a control with its label, its hint and its error message. */
interface ControlAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/**
 * The frame of a control: its label above it, and its error and its hint below it. Screen readers announce all three
 * together.
 */
export function FieldFrame({
  id: givenId,
  name = '',
  label,
  hint,
  error: ownError,
  children,
}: FieldFrameProps & { name: string | undefined; children: (told: ControlAttributes) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const problems = use(FieldProblemsContext)
  const error = ownError ?? problems[name]
  const told = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': told || undefined })}
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
