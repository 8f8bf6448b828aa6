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

const controls = [
  { control: 'up', by: -1 },
  { control: 'down', by: 1 },
] as const

/** The buttons for moving up and down. They are also present at the ends of the list, so that they keep the focus. */
export const MoveButtons = ({ name, id, first, last, onMove }: MoveButtonsProps) => (
  <span className="dish-moves">
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
