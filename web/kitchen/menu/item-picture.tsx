import { useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const MEGABYTES_MAX = PICTURE_BYTES_MAX / 1024 / 1024

/** A picture that has been chosen and is not sent yet. */
export interface ChosenPicture {
  file: File
  /** As an address that holds the file itself: the policy allows no other. */
  preview: string
}

interface ItemPictureProps {
  /** The one that is saved. */
  picture: string | null
  chosen: ChosenPicture | null
  /** What the server has said of it. */
  problem: string
  onChoose: (chosen: ChosenPicture | null) => void
  onRemove: () => void
}

/** The picture of a dish: chosen, looked at, and sent with the rest. */
export function ItemPicture({ picture, chosen, problem, onChoose, onRemove }: ItemPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState('')
  const shown = chosen?.preview ?? picture

  async function look(file: File) {
    onChoose(null)
    setRefused('')
    if (!types.includes(file.type)) return setRefused(errors.picture_unreadable.message)
    if (file.size > PICTURE_BYTES_MAX)
      return setRefused(`That picture is too large. Choose one of at most ${MEGABYTES_MAX} MB.`)
    const preview = await readAsAddress(file).catch(() => null)
    if (preview) onChoose({ file, preview })
    else setRefused('That file could not be read. Choose it again, or another one.')
  }

  return (
    <div className="dish-picture">
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
        <input
          ref={input}
          type="file"
          accept={types.join()}
          hidden
          aria-label="Picture"
          onChange={({ target }) => {
            const file = target.files?.[0]
            // So that the same file can be chosen once more.
            target.value = ''
            if (file) look(file)
          }}
        />
        <div className="kitchen-buttons">
          <button
            ref={choose}
            type="button"
            className="kitchen-button"
            aria-describedby="item-picture-hint"
            onClick={() => input.current?.click()}
          >
            {shown ? 'Choose another picture' : 'Choose a picture'}
          </button>
          {shown && (
            <button
              type="button"
              className="kitchen-button"
              onClick={() => {
                choose.current?.focus()
                if (chosen) onChoose(null)
                else onRemove()
              }}
            >
              {chosen ? 'Leave it out' : 'Remove the picture'}
            </button>
          )}
        </div>
        <p className="field-hint" id="item-picture-hint">
          {chosen
            ? `${chosen.file.name}. It is saved with the dish.`
            : `JPEG, PNG, WebP, AVIF or GIF, at most ${MEGABYTES_MAX} MB.`}
        </p>
        <p className="field-error" role="alert">
          {refused || problem}
        </p>
      </div>
    </div>
  )
}

const readAsAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
