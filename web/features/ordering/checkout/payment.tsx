import { getMinimumCardAmount, isChargeableAmount, isChargeableCurrency } from '#contract/card-amounts.ts'
import type { PaymentMethod } from '#contract/menu-enums.ts'
import { formatMoney } from '#contract/money.ts'
import type { Quote } from '#contract/ordering.ts'
import { useTakesCards } from '../../../kit/card-payments.ts'
import { describeChargeTime } from '../orders/order-text.ts'
import { CardFields } from '../payment/card-fields.tsx'
import type { CardFieldsHandle as Fields } from '../payment/use-card-fields.ts'
import { RadioChoice } from './order-time-choice.tsx'

interface PaymentProps {
  quote: Quote
  method: PaymentMethod
  chargedAtOnce: boolean
  /** The fields for the card; null when the order is not paid here. */
  fields: Fields | null
  onChoose: (method: PaymentMethod) => void
}

const labels: Record<PaymentMethod, string> = { cash: 'In cash', card_machine: 'By card', card: 'Now, by card' }

/**
 * The choice of a payment method: by card now, when the site can charge the card, or in person on delivery or pickup.
 */
export function PaymentMethodChoice({
  quote: { service, total, currency },
  method,
  chargedAtOnce,
  fields,
  onChoose,
}: PaymentProps) {
  const takesCards = useTakesCards()
  const onReceipt = service === 'delivery' ? 'At the door' : 'When you pick it up'
  const isPossible = isChargeableAmount(total, currency)
  const renderChoice = (offered: PaymentMethod, hint: string, disabled = false) => (
    <RadioChoice
      name="payment"
      checked={method === offered}
      disabled={disabled}
      onChange={() => onChoose(offered)}
      label={labels[offered]}
      hint={hint}
    />
  )
  return (
    <fieldset className="stack checkout-part">
      <legend>How you pay</legend>
      {(takesCards || method === 'card') &&
        renderChoice(
          'card',
          isPossible ? describeChargeTime(chargedAtOnce) : describeImpossibleCharge(total, currency),
          !isPossible,
        )}
      {fields && <CardFields fields={fields} alternative="choose another way to pay" />}
      {renderChoice('cash', onReceipt)}
      {renderChoice('card_machine', onReceipt)}
    </fieldset>
  )
}

function describeImpossibleCharge(total: number, currency: string): string {
  if (!isChargeableCurrency(currency)) return `Cards are not charged in ${currency} here.`
  const minimum = getMinimumCardAmount(currency)
  return total < minimum
    ? `A card is charged ${formatMoney(minimum, currency)} or more.`
    : `A card cannot be charged exactly ${formatMoney(total, currency)}.`
}

/** Returns the chosen method, or cash when a card was chosen but cannot be charged. */
export const getUsablePaymentMethod = (
  chosen: PaymentMethod,
  takesCards: boolean | undefined,
  quote: Quote,
): PaymentMethod =>
  chosen === 'card' && (takesCards === false || !isChargeableAmount(quote.total, quote.currency)) ? 'cash' : chosen
