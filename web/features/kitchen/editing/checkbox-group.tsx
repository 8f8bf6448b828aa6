import type { ReactNode } from 'react'
import { LabelledCheckbox } from '../../../ui/form/labelled-checkbox.tsx'

interface CheckColumnsProps<V extends string | number> {
  values: readonly V[]
  checked: readonly V[]
  format: (value: V) => ReactNode
  /** Called after each change. @param checked the checked values, in the order of `values` */
  onChange: (checked: V[]) => void
}

/** A checkbox for each value, in columns. */
export const CheckboxColumns = <V extends string | number>(props: CheckColumnsProps<V>) => {
  const { values, checked, format, onChange } = props
  return (
    <div className="columns editing-checks">
      {values.map((value) => (
        <LabelledCheckbox
          key={value}
          checked={checked.includes(value)}
          onChange={(isChecked) =>
            onChange(values.filter((other) => (other === value ? isChecked : checked.includes(other))))
          }
        >
          {format(value)}
        </LabelledCheckbox>
      ))}
    </div>
  )
}

interface CheckListProps<V extends string> extends Omit<CheckColumnsProps<V>, 'format'> {
  legend: string
  format?: (value: V) => string
  /** A hint below the checkboxes. */
  children?: ReactNode
}

export const CheckboxGroup = <V extends string>(props: CheckListProps<V>) => {
  const { legend, format = capitalise, children, ...columns } = props
  return (
    <fieldset className="stack" data-gap="large">
      <legend>{legend}</legend>
      <CheckboxColumns format={format} {...columns} />
      {children}
    </fieldset>
  )
}

export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
