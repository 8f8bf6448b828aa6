import { coursePropKinds } from './props/course.ts'
import { figurePropKinds } from './props/figures.ts'
import { gemPropKinds } from './props/gems.ts'
import { machinePropKinds } from './props/machines.ts'
import { placePropKinds } from './props/places.ts'
import type { ScenePropKind } from './props/prop.ts'

/** All kinds of props (the things in a scene), by the name that scenes use. */
export const scenePropKinds: Record<string, ScenePropKind> = {
  ...coursePropKinds,
  ...gemPropKinds,
  ...placePropKinds,
  ...machinePropKinds,
  ...figurePropKinds,
}
