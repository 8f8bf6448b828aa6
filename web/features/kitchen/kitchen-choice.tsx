import { useId } from 'react'
import '../../ui/ui.css'

interface KitchenChoiceProps<Value extends string | number> {
  legend: string
  /** The labels by value, in order. */
  options: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** One of several; the arrow keys go through them. */
export function KitchenChoice<Value extends string | number>(props: KitchenChoiceProps<Value>) {
  const { legend, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className="stack">
      <legend>{legend}</legend>
      <div className="chips">
        {options.map(([value, words]) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
