import type { Ref } from 'react'
import { pictureTypes } from '../../forms/chosen-picture.ts'

/** The browser's file input for a picture. It is hidden, and a button clicks it. */
export const PictureInput = ({ ref, onChoose }: { ref: Ref<HTMLInputElement>; onChoose: (file: File) => void }) => (
  <input
    ref={ref}
    type="file"
    accept={pictureTypes.join()}
    hidden
    aria-label="Picture"
    onChange={({ target }) => {
      const file = target.files?.[0]
      // The same file can then be chosen again.
      target.value = ''
      if (file) onChoose(file)
    }}
  />
)
