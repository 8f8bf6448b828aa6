import { courseScenePropKinds } from './props/course.ts'
import { figureScenePropKinds } from './props/figures.ts'
import { gemScenePropKinds } from './props/gems.ts'
import { machineScenePropKinds } from './props/machines.ts'
import { placeScenePropKinds } from './props/places.ts'
import type { ScenePropKind } from './props/prop.ts'

/** All kinds of props (the things in a scene), by the name that scenes use. */
export const scenePropKinds: Record<string, ScenePropKind> = {
  ...courseScenePropKinds,
  ...gemScenePropKinds,
  ...placeScenePropKinds,
  ...machineScenePropKinds,
  ...figureScenePropKinds,
}
