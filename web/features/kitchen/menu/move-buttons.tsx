import { Icon } from '../../../ui/icon.tsx'

export type MoveControl = 'up' | 'down' | 'handle'

interface MoveButtonsProps {
  name: string
  /** The prefix of the buttons' ids. */
  id: string
  first: boolean
  last: boolean
  /** @param control the pressed button */
  onMove: (by: 1 | -1, control: MoveControl) => void
}

/** The buttons for moving up and down. They stay at the ends of the list, so that they keep the focus. */
export const MoveButtons = ({ name, id, first, last, onMove }: MoveButtonsProps) => (
  <span className="dish-moves">
    <button
      id={`${id}-up`}
      type="button"
      className="round-button turn-up"
      aria-label={`Move ${name} up`}
      aria-disabled={first}
      onClick={() => !first && onMove(-1, 'up')}
    >
      <Icon name="arrow" />
    </button>
    <button
      id={`${id}-down`}
      type="button"
      className="round-button turn-down"
      aria-label={`Move ${name} down`}
      aria-disabled={last}
      onClick={() => !last && onMove(1, 'down')}
    >
      <Icon name="arrow" />
    </button>
  </span>
)
