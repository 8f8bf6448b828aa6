import { useId } from 'react'
import '../ui.css'

interface RadioChipsProps<Value extends string | number> {
  legend: string
  /** Whether only screen readers read the legend. */
  isLegendHidden?: boolean
  options: readonly (readonly [value: Value, label: string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** Radio buttons that look like chips. The arrow keys switch between them. */
export function RadioChips<Value extends string | number>(props: RadioChipsProps<Value>) {
  const { legend, isLegendHidden = false, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className="stack">
      <legend className={isLegendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      <div className="chips">
        {options.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
