import { NOTE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { useOrder } from '../cart/order-store.ts'

interface AnythingElseProps {
  note: string
  onNote: (note: string) => void
  /** What is wrong with the note, in words. */
  error: string | undefined
}

/** What may be said beside: a note for the kitchen, and how the customer has heard of the site. */
export function AnythingElse({ note, onNote, error }: AnythingElseProps) {
  const referral = useOrder((state) => state.referral)
  const setReferral = useOrder((state) => state.setReferral)
  return (
    <fieldset className="stack checkout-part">
      <legend>Anything else</legend>
      <TextareaField
        id="checkout-note"
        name="note"
        label="Note for the kitchen, if you like"
        hint={`${NOTE_LENGTH_MAX - [...note].length} characters left. What you must not eat belongs to each dish, so that the kitchen has to confirm it.`}
        value={note}
        error={error}
        onChange={(event) => onNote(event.target.value)}
      />
      <Field
        id="checkout-referral"
        name="referral"
        label="How did you hear of us, if you like"
        maxLength={200}
        value={referral}
        onChange={(event) => setReferral(event.target.value)}
      />
    </fieldset>
  )
}
