import type { OrderLine } from '#contract/ordering.ts'
import { formatChoices } from './ticket-texts.ts'

export function TicketLines({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <ul className="ticket-lines">
      {lines.map((line, at) => (
        <li key={at}>
          {line.quantity}× <bdi>{line.name}</bdi>
          {line.choices.length > 0 && <small>{formatChoices(line)}</small>}
          {line.dietaryRequirements.map((requirement) => (
            <small key={requirement} className="ticket-wish">
              {requirement}
            </small>
          ))}
        </li>
      ))}
    </ul>
  )
}
