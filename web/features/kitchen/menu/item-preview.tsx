import { formatMoney } from '#contract/money.ts'
import { parseMoney } from '#contract/money-input.ts'
import { DishPicture } from '../../../ui/dish-picture.tsx'
import { capitalise } from '../editing/checkbox-group.tsx'
import { parseCountInput } from '../editing/count-input.ts'
import { describeChoiceCount, type ItemValues } from './item-values.ts'

interface ItemPreviewProps {
  formValues: ItemValues
  picture: string | null
  currency: string
}

export function ItemPreview({ formValues, picture, currency }: ItemPreviewProps) {
  const price = parseMoney(formValues.price, currency)
  const formatAdjustment = (adjustment: string) => {
    const amount = parseMoney(adjustment, currency)
    return amount ? ` ${amount > 0 ? '+' : '−'}${formatMoney(Math.abs(amount), currency)}` : ''
  }
  return (
    <section className="stack" aria-labelledby="item-preview">
      <h3 id="item-preview">How customers see it</h3>
      {!formValues.available && <p className="soft">Not at all: it is not on the menu.</p>}
      <div className="inset dish-preview-card">
        {picture && <DishPicture src={picture} />}
        <div>
          <p>
            <b>{formValues.name.trim() || 'The name'}</b>
            <span>{price !== null && price >= 0 ? formatMoney(price, currency) : ''}</span>
          </p>
          {formValues.description.trim() && <p>{formValues.description.trim()}</p>}
          {formValues.diets.length > 0 && <p className="soft">{formValues.diets.map(capitalise).join(', ')}</p>}
          {formValues.allergens.length > 0 && <p className="soft">Contains {formValues.allergens.join(', ')}</p>}
          {formValues.options.map((option, place) => (
            <div key={place}>
              <p>
                <b>{option.name.trim() || 'An option'}</b>
                <span className="soft">
                  {describeChoiceCount(parseCountInput(option.min) ?? 0, parseCountInput(option.max) ?? 0)}
                </span>
              </p>
              <ul>
                {option.choices.map((choice, at) => (
                  <li key={at}>
                    {choice.name.trim() || 'A choice'}
                    {formatAdjustment(choice.adjustment)}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
