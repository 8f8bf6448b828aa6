import { course } from './props/course.ts'
import { figures } from './props/figures.ts'
import { gems } from './props/gems.ts'
import { machines } from './props/machines.ts'
import { places } from './props/places.ts'
import type { Prop } from './props/prop.ts'

/** All props, by the name that scenes use. */
export const props: Record<string, Prop> = { ...course, ...gems, ...places, ...machines, ...figures }
