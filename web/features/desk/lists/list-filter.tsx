import { RadioChips } from '../../../ui/form/radio-chips.tsx'
import '../../../ui/ui.css'
import type { ListFilterLabels, ListUrl } from './use-list-url.ts'

interface ListFilterProps<F extends string> extends ListUrl<F> {
  /** The numbers of rows by filter, shown beside the labels. */
  counts?: Partial<Record<NoInfer<F>, number>> | undefined
  /** The label of the search field. Without a label, there is no search field. */
  searchLabel?: string
}

export function ListFilter<F extends string>(props: ListFilterProps<F>) {
  const { filters, counts = {}, searchLabel, filter, searchText, setSearchText, choose } = props
  const options = Object.entries<ListFilterLabels<F>[F]>(filters).map(([name, [label]]) => {
    const count = counts[name as keyof typeof counts]
    return [name as F, count ? `${label} (${count})` : label] as const
  })
  const chips = <RadioChips legend="Show" isLegendHidden options={options} chosen={filter} onChoose={choose} />
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
