import { capitalise } from './menu-names.ts'

interface WordChecksProps<W extends string> {
  legend: string
  words: readonly W[]
  chosen: readonly W[]
  onChange: (chosen: W[]) => void
}

/** A list of checkboxes. */
export const WordChecks = <W extends string>({ legend, words, chosen, onChange }: WordChecksProps<W>) => (
  <fieldset className="stack" data-gap="large">
    <legend>{legend}</legend>
    <div className="columns editing-checks">
      {words.map((word) => (
        <label key={word} className="check-line">
          <input
            type="checkbox"
            checked={chosen.includes(word)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(words.filter((other) => (other === word ? checked : chosen.includes(other))))
            }
          />
          {capitalise(word)}
        </label>
      ))}
    </div>
  </fieldset>
)
