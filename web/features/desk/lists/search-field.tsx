/** The search field of a list. */
export function SearchField({
  label,
  typed,
  onType,
}: {
  label: string
  typed: string
  onType: (words: string) => void
}) {
  return (
    <label className="field">
      {label}
      <input
        type="search"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </label>
  )
}
