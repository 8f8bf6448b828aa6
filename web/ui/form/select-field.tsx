import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

interface SelectFieldProps extends FieldFrameProps, Omit<ComponentProps<'select'>, 'children'> {
  options: readonly (readonly [value: string | number, label: string, disabled?: boolean])[]
}

/** A field in which one option of a list is chosen. */
export const SelectField = ({ label, hint, error, options, ...select }: SelectFieldProps) => (
  <FieldFrame id={select.id} name={select.name} label={label} hint={hint} error={error}>
    {(told) => (
      <select {...select} {...told}>
        {options.map(([value, text, disabled]) => (
          <option key={value} value={value} disabled={disabled}>
            {text}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
)
