import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

/** A text of several lines. */
export const TextareaField = ({ label, hint, error, ...area }: FieldFrameProps & ComponentProps<'textarea'>) => (
  <FieldFrame id={area.id} name={area.name} label={label} hint={hint} error={error}>
    {(told) => <textarea rows={3} {...area} {...told} />}
  </FieldFrame>
)

/** How long a text is, of what it may be; blanks at its ends are not counted. */
export const lengthHint = (text: string, max: number): string => `${[...text.trim()].length} of ${max} characters`
