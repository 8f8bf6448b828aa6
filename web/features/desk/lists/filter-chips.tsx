import '../../../ui/ui.css'

/** Radio buttons that filter a list. The arrow keys switch between them. */
export function FilterChips<Name extends string>({ names, chosen, onChoose }: FiltersProps<Name>) {
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">Show</legend>
      {(Object.entries(names) as [Name, string][]).map(([name, words]) => (
        <label key={name}>
          <input type="radio" name="filter" checked={name === chosen} onChange={() => onChoose(name)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface FiltersProps<Name extends string> {
  /** The labels by value, in order. */
  names: Record<Name, string>
  chosen: Name
  onChoose: (name: Name) => void
}
