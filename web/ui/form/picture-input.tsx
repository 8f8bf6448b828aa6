import type { Ref } from 'react'
import { pictureTypes } from '../../forms/chosen-picture.ts'

/** The browser's own way to a picture, which is out of sight: a button clicks it. */
export const PictureInput = ({ ref, onChoose }: { ref: Ref<HTMLInputElement>; onChoose: (file: File) => void }) => (
  <input
    ref={ref}
    type="file"
    accept={pictureTypes.join()}
    hidden
    aria-label="Picture"
    onChange={({ target }) => {
      const file = target.files?.[0]
      // So that the same file can be chosen once more.
      target.value = ''
      if (file) onChoose(file)
    }}
  />
)
