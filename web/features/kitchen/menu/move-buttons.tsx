import { Icon } from '../../../ui/icon.tsx'

export type MoveControlName = 'up' | 'down' | 'handle'

interface MoveButtonsProps {
  name: string
  /** The prefix of the buttons' ids. */
  id: string
  first: boolean
  last: boolean
  /** Moves the row down (1) or up (-1). @param control which button was pressed */
  onMove: (by: 1 | -1, control: MoveControlName) => void
}

const controls = [
  { control: 'up', by: -1 },
  { control: 'down', by: 1 },
] as const

/**
 * The buttons for moving up and down. At the ends of the list they are disabled but present, so that they keep the
 * focus.
 */
export const MoveButtons = ({ name, id, first, last, onMove }: MoveButtonsProps) => (
  <span className="bar dish-moves">
    {controls.map(({ control, by }) => {
      const isAtEnd = by < 0 ? first : last
      return (
        <button
          key={control}
          id={`${id}-${control}`}
          type="button"
          className={`round-button turn-${control}`}
          aria-label={`Move ${name} ${control}`}
          aria-disabled={isAtEnd}
          onClick={() => !isAtEnd && onMove(by, control)}
        >
          <Icon name="arrow" />
        </button>
      )
    })}
  </span>
)
