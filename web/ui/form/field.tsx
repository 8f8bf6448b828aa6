import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

/** The properties of a `Field`. `children` are rendered beside the input, on the same line. */
export type FieldProps = FieldFrameProps & ComponentProps<'input'> & { name: string }

/** A field for one line of text. */
export const Field = ({ label, hint, error, children, ...input }: FieldProps) => (
  <FieldFrame id={input.id} name={input.name} label={label} hint={hint} error={error}>
    {(told) => (
      <div className="field-input">
        <input type="text" {...input} {...told} />
        {children}
      </div>
    )}
  </FieldFrame>
)
