import { useRef } from 'react'
import {
  type ChosenPicture,
  pictureHint,
  readChosenPicture,
  UNDECODED_PICTURE_MESSAGE,
} from '../../../forms/chosen-picture.ts'
import { DishPicture } from '../../../ui/dish-picture.tsx'
import { HiddenPictureInput } from '../../../ui/form/hidden-picture-input.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface ItemPictureProps {
  /** The URL of the saved picture. */
  picture: string | null
  chosen: ChosenPicture | null
  problem: string
  /** Called when a picture is chosen. @param problem the reason why the chosen file cannot be used */
  onChoose: (chosen: ChosenPicture | null, problem?: string) => void
  onRemove: () => void
}

/** The field for the picture of a dish, with a preview. The picture is sent with the dish. */
export function ItemPictureField({ picture, chosen, problem, onChoose, onRemove }: ItemPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const shown = chosen?.preview ?? picture

  async function choose(file: File) {
    onChoose(null)
    const result = await readChosenPicture(file)
    if (typeof result === 'string') onChoose(null, result)
    else onChoose(result)
  }

  return (
    <div className="row dish-photo">
      {shown && (
        <DishPicture
          src={shown}
          alt={chosen ? 'Preview' : 'The picture that is saved'}
          onError={() => chosen && onChoose(null, UNDECODED_PICTURE_MESSAGE)}
        />
      )}
      <div>
        <b id="item-picture">Picture</b>
        <HiddenPictureInput ref={input} onChoose={choose} />
        <div className="buttons">
          <QuietButton ref={button} aria-describedby="item-picture-hint" onClick={() => input.current?.click()}>
            {shown ? 'Choose another picture' : 'Choose a picture'}
          </QuietButton>
          {shown && (
            <QuietButton
              onClick={() => {
                button.current?.focus()
                if (chosen) onChoose(null)
                else onRemove()
              }}
            >
              {chosen ? 'Leave it out' : 'Remove the picture'}
            </QuietButton>
          )}
        </div>
        <p className="field-hint" id="item-picture-hint">
          {chosen ? `${chosen.file.name}. It is saved with the dish.` : pictureHint}
        </p>
        <p className="field-error" role="alert">
          {problem}
        </p>
      </div>
    </div>
  )
}
