import { coursePropKinds } from './props/course.ts'
import { figurePropKinds } from './props/figures.ts'
import { gemPropKinds } from './props/gems.ts'
import { machinePropKinds } from './props/machines.ts'
import { placePropKinds } from './props/places.ts'
import type { PropKind } from './props/prop.ts'

/** All kinds of props (the things in a scene), by the name that scenes use. */
export const propKinds: Record<string, PropKind> = {
  ...coursePropKinds,
  ...gemPropKinds,
  ...placePropKinds,
  ...machinePropKinds,
  ...figurePropKinds,
}
