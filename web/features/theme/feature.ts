import type { WebFeature } from '../../kit/web-feature.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export const themeFeature: WebFeature = { name: 'theme', HeaderItem: ThemeSwitch }
