import '../../../ui/ui.css'

/** One of several ways to look at a list; the arrow keys go through them. */
export function Filters<Name extends string>({ names, chosen, onChoose }: FiltersProps<Name>) {
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
  /** What each is called, in order. */
  names: Record<Name, string>
  chosen: Name
  onChoose: (name: Name) => void
}
