import type { CardFieldsHandle as Fields } from './use-card-fields.ts'
import './card-fields.css'
import { QuietButton } from '../../../ui/quiet-button.tsx'

/**
 * The payment provider's fields for a card. The card number never reaches this site.
 * @param alternative names another way to pay, for a customer whose browser cannot load the fields
 */
export function CardFields({ fields, alternative }: { fields: Fields; alternative: string }) {
  const { container, state, reload } = fields
  return (
    <div className={`card-fields card-${state}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and need a legend. */}
      <div className="card-place" ref={container} role="group" aria-label="Card" />
      <div role="status">{state === 'loading' && <p className="soft">Loading the fields for your card …</p>}</div>
      <div role="alert">
        {state === 'failed' && (
          <div className="stack">
            <p className="field-error">
              The fields for your card could not be loaded. The network, or something in this browser, may keep
              js.stripe.com away. Try again, or {alternative}.
            </p>
            <QuietButton onClick={reload}>Try again</QuietButton>
          </div>
        )}
      </div>
    </div>
  )
}
