import type { WebFeature } from '../../kit/web-feature.ts'
import { SearchButton, SearchLauncher } from './search.tsx'

export const searchFeature: WebFeature = { name: 'search', HeaderItem: SearchButton, Overlay: SearchLauncher }
