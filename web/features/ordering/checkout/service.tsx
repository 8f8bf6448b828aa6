import type { KitchenTerms } from '#contract/menu.ts'
import type { Service } from '#contract/menu-enums.ts'
import { useOrder } from '../cart/order-store.ts'
import { deliveryWords, knownPostcode } from '../kitchen-words.ts'
import { Choice } from './when.tsx'

interface ServiceProps {
  terms: KitchenTerms
  service: Service
  onChoose: (service: Service) => void
}

/** How it gets to the customer: what the kitchen offers of it. */
export function ServicePart({ terms, service, onChoose }: ServiceProps) {
  const postcode = useOrder((state) => knownPostcode(state.address.postcode))
  const words = { delivery: 'Deliver it', pickup: 'I pick it up' } as const
  const more = { delivery: deliveryWords(terms, postcode), pickup: terms.place || undefined }
  return (
    <fieldset className="stack checkout-part">
      <legend>How it gets to you</legend>
      {terms.services.map((one) => (
        <Choice
          key={one}
          name="service"
          checked={one === service}
          onChoose={() => onChoose(one)}
          words={words[one]}
          more={more[one]}
        />
      ))}
    </fieldset>
  )
}
