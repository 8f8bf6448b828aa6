import type { OrderLine } from '#contract/ordering.ts'
import { choiceWords } from './ticket-words.ts'

/** What there is to cook, on the board and on paper. */
export function TicketLines({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <ul className="ticket-lines">
      {lines.map((line, at) => (
        <li key={at}>
          {line.quantity}× {line.name}
          {line.choices.length > 0 && <small>{choiceWords(line)}</small>}
          {line.dietaryRequirements.map((words) => (
            <small key={words} className="ticket-wish">
              {words}
            </small>
          ))}
        </li>
      ))}
    </ul>
  )
}
