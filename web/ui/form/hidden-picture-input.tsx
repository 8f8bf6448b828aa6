import type { Ref } from 'react'
import { pictureTypes } from '../../forms/chosen-picture.ts'

/** The browser's file input for a picture. It is invisible; another button opens it. */
export const HiddenPictureInput = ({
  ref,
  onChoose,
}: {
  ref: Ref<HTMLInputElement>
  onChoose: (file: File) => void
}) => (
  <input
    ref={ref}
    type="file"
    accept={pictureTypes.join()}
    hidden
    aria-label="Picture"
    onChange={({ target }) => {
      const file = target.files?.[0]
      // Resetting the input allows the same file to be chosen again.
      target.value = ''
      if (file) onChoose(file)
    }}
  />
)
