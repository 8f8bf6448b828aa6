interface StepperProps {
  /** Of what. */
  name: string
  quantity: number
  most: number
  onChange: (quantity: number) => void
}

/** One less, one more. At an end its button stays, and does nothing, so that the focus is not lost. */
export function Stepper({ name, quantity, most, onChange }: StepperProps) {
  return (
    <fieldset className="stepper" aria-label={`How many of ${name}`}>
      <button
        type="button"
        className="round-button"
        aria-label={`One less ${name}`}
        aria-disabled={quantity <= 1}
        onClick={() => quantity > 1 && onChange(quantity - 1)}
      >
        −
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        type="button"
        className="round-button"
        aria-label={`One more ${name}`}
        aria-disabled={quantity >= most}
        onClick={() => quantity < most && onChange(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
