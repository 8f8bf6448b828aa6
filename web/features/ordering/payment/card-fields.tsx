import type { CardFields as Fields } from './use-card-fields.ts'
import './card-fields.css'

interface CardFieldsProps {
  fields: Fields
  /** What can be done where they cannot be had. */
  instead: string
}

/** The fields for a card, which are the provider's own: what is typed there never comes to this site. */
export function CardFields({ fields: { place, state, again }, instead }: CardFieldsProps) {
  return (
    <div className={`card-fields card-${state}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend, which the fields need not. */}
      <div className="card-place" ref={place} role="group" aria-label="Card" />
      <div role="status">{state === 'loading' && <p className="soft">Loading the fields for your card …</p>}</div>
      <div role="alert">
        {state === 'failed' && (
          <div className="stack">
            <p className="field-error">
              The fields for your card could not be loaded. The network, or something in this browser, may keep
              js.stripe.com away. Try again, or {instead}.
            </p>
            <button type="button" className="quiet-button" onClick={again}>
              Try again
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
