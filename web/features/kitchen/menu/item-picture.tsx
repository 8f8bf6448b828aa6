import { useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { type ChosenPicture, choosePicture, pictureHint } from '../../../forms/chosen-picture.ts'
import { PictureInput } from '../../../ui/form/picture-input.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface ItemPictureProps {
  /** The address of the saved picture. */
  picture: string | null
  chosen: ChosenPicture | null
  /** The server's refusal of the picture. */
  problem: string
  onChoose: (chosen: ChosenPicture | null) => void
  onRemove: () => void
}

/** The field for the picture of a dish, with a preview. The picture is sent with the dish. */
export function ItemPicture({ picture, chosen, problem, onChoose, onRemove }: ItemPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState('')
  const shown = chosen?.preview ?? picture

  async function look(file: File) {
    onChoose(null)
    setRefused('')
    const looked = await choosePicture(file)
    if (typeof looked === 'string') setRefused(looked)
    else onChoose(looked)
  }

  return (
    <div className="dish-photo">
      {shown && (
        <img
          src={shown}
          alt={chosen ? 'Preview' : 'The picture that is saved'}
          width="640"
          height="480"
          onError={() => {
            if (!chosen) return
            onChoose(null)
            setRefused(errors.picture_unreadable.message)
          }}
        />
      )}
      <div>
        <b id="item-picture">Picture</b>
        <PictureInput ref={input} onChoose={look} />
        <div className="buttons">
          <QuietButton ref={choose} aria-describedby="item-picture-hint" onClick={() => input.current?.click()}>
            {shown ? 'Choose another picture' : 'Choose a picture'}
          </QuietButton>
          {shown && (
            <QuietButton
              onClick={() => {
                choose.current?.focus()
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
          {refused || problem}
        </p>
      </div>
    </div>
  )
}
