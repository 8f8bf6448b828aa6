import { isCardAmount, isCardCurrency, minimumCardAmount } from '#contract/card-amounts.ts'
import type { PaymentMethod, Service } from '#contract/menu-enums.ts'
import { formatMoney } from '#contract/money.ts'
import { useTakesCards } from '../../../kit/card-payments.ts'
import { chargeWords } from '../orders/card-words.ts'
import { CardFields } from '../payment/card-fields.tsx'
import type { CardFields as Fields } from '../payment/use-card-fields.ts'
import { Choice } from './when.tsx'

interface PaymentProps {
  service: Service
  method: PaymentMethod
  onChoose: (method: PaymentMethod) => void
  total: number
  currency: string
  chargedAtOnce: boolean
  fields: Fields
}

const words: Record<PaymentMethod, string> = { cash: 'In cash', card_machine: 'By card', card: 'Now, by card' }

/** How it is paid: now where the site takes cards and can charge the amount, or at the door or counter. */
export function Payment({ service, method, onChoose, total, currency, chargedAtOnce, fields }: PaymentProps) {
  const takesCards = useTakesCards()
  const handed = service === 'delivery' ? 'At the door' : 'When you pick it up'
  const isPossible = isCardAmount(total, currency)
  const choice = (one: PaymentMethod, more: string, disabled = false) => (
    <Choice
      name="payment"
      checked={method === one}
      disabled={disabled}
      onChoose={() => onChoose(one)}
      words={words[one]}
      more={more}
    />
  )
  return (
    <fieldset className="stack checkout-part">
      <legend>How you pay</legend>
      {(takesCards || method === 'card') &&
        choice('card', isPossible ? chargeWords(chargedAtOnce) : impossibleWords(total, currency), !isPossible)}
      {method === 'card' && <CardFields fields={fields} instead="choose another way to pay" />}
      {choice('cash', handed)}
      {choice('card_machine', handed)}
    </fieldset>
  )
}

function impossibleWords(total: number, currency: string): string {
  if (!isCardCurrency(currency)) return `Cards are not charged in ${currency} here.`
  const least = minimumCardAmount(currency)
  return total < least
    ? `A card is charged ${formatMoney(least, currency)} or more.`
    : `A card cannot be charged exactly ${formatMoney(total, currency)}.`
}

/** The way to pay that is meant: the one that was chosen, as far as it can be had. */
export function methodOf(
  chosen: PaymentMethod,
  { takesCards, total, currency }: { takesCards: boolean | undefined; total: number; currency: string },
): PaymentMethod {
  const isPossible = takesCards !== false && isCardAmount(total, currency)
  return chosen === 'card' && !isPossible ? 'cash' : chosen
}
