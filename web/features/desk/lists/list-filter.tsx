import '../../../ui/ui.css'
import type { ListFilterTexts, ListUrl } from './use-list-url.ts'

interface ListFilterProps<F extends string> extends ListUrl<F> {
  /** The numbers of rows by filter, shown beside the labels. */
  counts?: Partial<Record<NoInfer<F>, number>> | undefined
  /** The label of the search field. Without a label, there is no search field. */
  searchLabel?: string
}

export function ListFilter<F extends string>(props: ListFilterProps<F>) {
  const { filters, counts = {}, searchLabel, filter, searchText, setSearchText, choose } = props
  const labels = Object.entries<ListFilterTexts<F>[F]>(filters).map(([name, [label]]) => {
    const count = counts[name as keyof typeof counts]
    return [name, count ? `${label} (${count})` : label]
  })
  const chips = <ChoiceChips names={Object.fromEntries(labels)} chosen={filter} onChoose={choose} />
  if (!searchLabel) return chips
  return (
    <search className="stack desk-search">
      <label className="field">
        {searchLabel}
        <input
          type="search"
          autoComplete="off"
          maxLength={200}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </label>
      {chips}
    </search>
  )
}

interface ChoiceChipsProps<Name extends string> {
  /** The visible legend above the chips. By default, the legend is “Show” and only screen readers read it. */
  legend?: string
  /** The name of the radio buttons in the form. */
  name?: string
  names: Record<Name, string>
  chosen: Name
  onChoose: (name: Name) => void
}

/** Radio buttons that look like chips. The arrow keys switch between them. */
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
