import { ChoiceChips } from './choice-chips.tsx'
import type { ListAddress } from './use-list-address.ts'

interface ListFilterProps<F extends string> extends ListAddress<F> {
  names: Record<F, string>
  /** The numbers of rows, shown beside the labels. */
  counts?: Partial<Record<NoInfer<F>, number>> | undefined
  /** The label of the search field; without it, there is none. */
  searchLabel?: string
}

export function ListFilter<F extends string>(props: ListFilterProps<F>) {
  const { names, counts = {}, searchLabel, filter, typed, setTyped, choose } = props
  const labels = (Object.entries(names) as [F, string][]).map(([name, label]) => {
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
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {chips}
    </search>
  )
}
