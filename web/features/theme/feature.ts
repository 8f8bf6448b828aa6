import type { WebFeature } from '../../kit/web-feature.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export const theme: WebFeature = { name: 'theme', HeaderItem: ThemeSwitch }
