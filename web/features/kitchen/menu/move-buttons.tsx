import { Icon } from '../../../ui/icon.tsx'

interface MoveButtonsProps {
  /** What is moved: "Soup". */
  name: string
  /** The ids of the buttons begin with it. */
  id: string
  first: boolean
  last: boolean
  onMove: (by: 1 | -1) => void
}

/** Up and down. At the ends the buttons stay, so that the focus does. */
export const MoveButtons = ({ name, id, first, last, onMove }: MoveButtonsProps) => (
  <span className="dish-moves">
    <button
      id={`${id}-up`}
      type="button"
      className="round-button turn-up"
      aria-label={`Move ${name} up`}
      aria-disabled={first}
      onClick={() => !first && onMove(-1)}
    >
      <Icon name="arrow" />
    </button>
    <button
      id={`${id}-down`}
      type="button"
      className="round-button turn-down"
      aria-label={`Move ${name} down`}
      aria-disabled={last}
      onClick={() => !last && onMove(1)}
    >
      <Icon name="arrow" />
    </button>
  </span>
)
