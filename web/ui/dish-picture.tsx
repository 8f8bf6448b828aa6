import type { ComponentProps } from 'react'
import { DISH_PICTURE_DIMENSIONS_PX } from '#contract/ordering-limits.ts'
import { toServerUrl } from '../device/native.ts'

interface DishPictureProps extends ComponentProps<'img'> {
  /** A path on the server, or the data URL of a chosen file. */
  src: string
}

/** The picture of a dish. Without `alt`, screen readers skip it. */
export const DishPicture = ({ src, alt = '', ...image }: DishPictureProps) => (
  <img src={toServerUrl(src)} alt={alt} {...DISH_PICTURE_DIMENSIONS_PX} {...image} />
)
