import { formatMoney } from '#contract/money.ts'
import { parseMoney } from '#contract/money-input.ts'
import { parseCount } from '../editing/typed-number.ts'
import { countsWords, type ItemTyped } from './item-typed.ts'
import { capitalised } from './menu-names.ts'

/** A dish as the customer sees it, while it is typed. */
export function ItemPreview({
  typed,
  picture,
  currency,
}: {
  typed: ItemTyped
  picture: string | null
  currency: string
}) {
  const price = parseMoney(typed.price, currency)
  const said = (adjustment: string) => {
    const amount = parseMoney(adjustment, currency)
    return amount ? ` ${amount > 0 ? '+' : '−'}${formatMoney(Math.abs(amount), currency)}` : ''
  }
  return (
    <section className="stack" aria-labelledby="item-preview">
      <h3 id="item-preview">How customers see it</h3>
      {!typed.available && <p className="soft">Not at all: it is not on the menu.</p>}
      <div className="inset dish-preview-card">
        {picture && <img src={picture} alt="" width="640" height="480" />}
        <div>
          <p>
            <b>{typed.name.trim() || 'The name'}</b>
            <span>{price !== null && price >= 0 ? formatMoney(price, currency) : ''}</span>
          </p>
          {typed.description.trim() && <p>{typed.description.trim()}</p>}
          {typed.diets.length > 0 && <p className="soft">{typed.diets.map(capitalised).join(', ')}</p>}
          {typed.allergens.length > 0 && <p className="soft">Contains {typed.allergens.join(', ')}</p>}
          {typed.options.map((option, place) => (
            <div key={place}>
              <p>
                <b>{option.name.trim() || 'An option'}</b>
                <span className="soft">{countsWords(parseCount(option.min) ?? 0, parseCount(option.max) ?? 0)}</span>
              </p>
              <ul>
                {option.choices.map((choice, at) => (
                  <li key={at}>
                    {choice.name.trim() || 'A choice'}
                    {said(choice.adjustment)}
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
