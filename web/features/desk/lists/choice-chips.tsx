import '../../../ui/ui.css'

interface ChoiceChipsProps<Name extends string> {
  /** The legend above the chips. Without it, they are a filter with a hidden legend. */
  legend?: string
  /** The name of the form's field. */
  name?: string
  names: Record<Name, string>
  chosen: Name
  onChoose: (name: Name) => void
}

/** Radio buttons as chips. The arrow keys switch between them. */
export function ChoiceChips<Name extends string>({
  legend,
  name = 'filter',
  names,
  chosen,
  onChoose,
}: ChoiceChipsProps<Name>) {
  return (
    <fieldset className="chips">
      <legend className={legend ? undefined : 'visually-hidden'}>{legend ?? 'Show'}</legend>
      {(Object.entries(names) as [Name, string][]).map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
