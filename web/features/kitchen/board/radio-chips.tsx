import { useId } from 'react'
import '../../../ui/ui.css'

interface RadioChipsProps<Value extends string | number> {
  legend: string
  options: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

export function RadioChips<Value extends string | number>(props: RadioChipsProps<Value>) {
  const { legend, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className="stack">
      <legend>{legend}</legend>
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
