interface StepperProps {
  name: string
  quantity: number
  max: number
  onChange: (quantity: number) => void
}

/**
 * A quantity with buttons to change it. At a limit, one button has no effect. The button is not disabled, so that it
 * keeps the focus.
 */
export function QuantityStepper({ name, quantity, max, onChange }: StepperProps) {
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
        aria-disabled={quantity >= max}
        onClick={() => quantity < max && onChange(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
