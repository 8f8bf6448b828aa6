import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

/** One of a list. */
export const SelectField = ({ label, hint, error, ...select }: FieldFrameProps & ComponentProps<'select'>) => (
  <FieldFrame id={select.id} name={select.name} label={label} hint={hint} error={error}>
    {(told) => <select {...select} {...told} />}
  </FieldFrame>
)
