import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

/** A field for several lines of text. */
export const TextareaField = ({ label, hint, error, ...area }: FieldFrameProps & ComponentProps<'textarea'>) => (
  <FieldFrame id={area.id} name={area.name} label={label} hint={hint} error={error}>
    {(told) => <textarea rows={3} {...area} {...told} />}
  </FieldFrame>
)
