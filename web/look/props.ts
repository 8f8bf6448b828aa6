import { courseProps } from './props/course.ts'
import { figureProps } from './props/figures.ts'
import { gemProps } from './props/gems.ts'
import { machineProps } from './props/machines.ts'
import { placeProps } from './props/places.ts'
import type { Prop } from './props/prop.ts'

/** All kinds of props (the things in a scene), by the name that scenes use. */
export const props: Record<string, Prop> = {
  ...courseProps,
  ...gemProps,
  ...placeProps,
  ...machineProps,
  ...figureProps,
}
