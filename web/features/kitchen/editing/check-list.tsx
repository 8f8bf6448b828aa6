import type { ReactNode } from 'react'
import { CheckLine } from '../../../ui/form/check-line.tsx'

interface CheckListProps<V extends string> {
  legend: string
  values: readonly V[]
  checked: readonly V[]
  format?: (value: V) => string
  onChange: (checked: V[]) => void
  /** A hint below the checkboxes. */
  children?: ReactNode
}

export const CheckList = <V extends string>(props: CheckListProps<V>) => {
  const { legend, values, checked, format = capitalise, onChange, children } = props
  return (
    <fieldset className="stack" data-gap="large">
      <legend>{legend}</legend>
      <div className="columns editing-checks">
        {values.map((value) => (
          <CheckLine
            key={value}
            checked={checked.includes(value)}
            onChange={(isChecked) =>
              onChange(values.filter((other) => (other === value ? isChecked : checked.includes(other))))
            }
          >
            {format(value)}
          </CheckLine>
        ))}
      </div>
      {children}
    </fieldset>
  )
}

export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
